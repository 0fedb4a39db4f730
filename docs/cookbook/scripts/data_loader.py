"""A folder of models in a DataLoader: files that cannot be read are skipped, names stay."""

from torch.utils.data import DataLoader

from pantin.torch import RigFolder, collate

folder = RigFolder("examples/**/*.glb", on_error="skip")
for batch in DataLoader(folder, batch_size=4, collate_fn=collate):
    print(tuple(batch["positions"].shape), [len(names) for names in batch["joint_names"]])
