"""What a Rigy document, a contract and a scene may hold, and how composed values are read into them."""
