"""USD (.usda, .usdc, .usdz): composed stages as rigs, and rigs as stages. Needs usd-core."""
