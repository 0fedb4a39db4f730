"""What older files have in other places. The forms are those of ufbx's data: `max2009_blob_5800_ascii` and
`maya_blend_shape_cube_7100_binary`."""

from __future__ import annotations

import numpy as np

import pantin

IN_A_TAKE = b"""; FBX 5.8.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1002
	FBXVersion: 5800
}
Model: "Model::Box" {
	Type: "Mesh"
	Vertices: 0,0,0,100,0,0,0,100,0
	PolygonVertexIndex: 0,1,-3
}
Takes:  {
	Take: "Take 001" {
		LocalTime: 0,46186158000
		Model: "Model::Box" {
			Channel: "Transform" {
				Channel: "T" {
					Channel: "X" {
						Default: 25
					}
					Channel: "Y" {
						Default: -50
					}
					Channel: "Z" {
						Default: 100
					}
				}
			}
		}
	}
}
"""

WITH_SHAPES = b"""; FBX 7.1.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7100
}
Objects:  {
	Geometry: 11, "Geometry::", "Mesh" {
		Properties70:  {
			P: "Wide", "Shape", "", "A+",50
		}
		Vertices: *9 {
			a: 0,0,0,100,0,0,0,100,0
		}
		PolygonVertexIndex: *3 {
			a: 0,1,-3
		}
		Shape: "Wide" {
			Indexes: *1 {
				a: 1
			}
			Vertices: *3 {
				a: 100,0,0
			}
		}
	}
	Model: 12, "Model::Face", "Mesh" {
	}
}
Connections:  {
	C: "OO",11,12
	C: "OO",12,0
}
"""


def read(data: bytes, folder):
    path = folder / "older.fbx"
    path.write_bytes(data)
    return pantin.load(path).rig


def test_transforms_that_only_a_take_states(tmp_path):
    rig = read(IN_A_TAKE, tmp_path)
    assert rig.nodes.translations[0].tolist() == [0.25, -0.5, 1.0]


def test_blend_shapes_inside_the_geometry_of_files_of_7_1(tmp_path):
    rig = read(WITH_SHAPES, tmp_path)
    assert rig.meshes[0].blend_names == ("Wide",)
    posed = next(iter(pantin.deform(rig, rig.rest_pose()))).positions
    assert np.allclose(posed[1], [1.5, 0, 0])  # half of a metre, as the weight is 50 %
