"""What `scripts/golden` records: a line for each use of a command, as data.

`golden_recipe` says what the words mean.
"""

from __future__ import annotations

from itertools import product

from golden_recipe import (
    BLENDS,
    CLIPS,
    FOUR_DIMENSIONS,
    HUMANOIDS,
    POSES_OF_RIGY,
    SPRINGS,
    Recipe,
    recipes,
)

ARM, LOOSE, FACE = "@examples/arm.glb", "@examples/loose.glb", "@examples/face.gltf"
AVATAR, OLDER = "@examples/vrm/avatar.vrm", "@examples/vrm/older.vrm"
WALK, WALK_BVH = "@examples/retarget/walk.glb", "@examples/motion/walk.bvh"
POSE, BONES = "@made/texts/pose.json", "@made/texts/bones.json"
TESSERACT, CREATURE = "@examples/g4mf/tesseract.off", "@examples/g4mf/creature.g4b"
VARIED = "@made/texts/variants.usda"
SMALL = ("--size", "48x36")
AT_LEISURE = ("--timeout", "600", "--memory-per-worker", "16GB")


USAGE = recipes(
    "--version",
    "--help",
    "nonsense",
    "chekc",
    "COMMAND --help",
    "COMMAND --nonsense",
    "COMMAND",
    "COMMAND missing.glb out.glb",
    "COMMAND missing.usdc out.glb",
    "COMMAND missing.xyz out.xyz",
    f"convert {ARM} out.xyz",
    f"convert {ARM} out",
    f"convert {ARM} folder/out.glb",
    f"check {ARM} missing.glb --format json",
)
"""Wrong usage, and help."""

CHECKS = (
    *recipes("check IN --format json", share=1, strangers=40),
    *recipes("check IN", share=4),
    *recipes(
        "check IN --format github",
        "check IN --format sarif",
        "check IN --format junit",
        "check IN --format markdown",
        "check IN --select error,RIG --all",
        "check IN --ignore info,GLTF-UNUSED_OBJECT --strict --quiet --show-source",
        "check IN --no-strict --no-show-source --statistics",
        "check - --format json < IN",
        "check IN --clips --format json",
        "check IN --no-clips --select CLIP --html page.html",
        "check IN NEXT --format json --allow-outside",
        "check IN --write-baseline accepted.json ; check IN --baseline accepted.json --format json",
        "cp @made/texts/pantin.toml pantin.toml && check IN",
    ),
    *recipes("check IN --fix fixedSUFFIX", share=40, without=("Rigy",)),
    *recipes("check IN --draft --format json"),
    *recipes(f"check {VARIED} --variant size=large --format json", f"check {VARIED} --variant size=none"),
)

FIXES = (
    *recipes("fix IN fixedSUFFIX", share=3, least=3, without=("Rigy",)),
    *recipes("fix IN fixed.glb", share=12, strangers=2),
    *recipes("fix IN --dry-run"),
    *recipes("fix IN fixedSUFFIX --unsafe --copy", share=12, without=("Rigy",)),
    *recipes("fix IN fixedSUFFIX --select RIG,GLTF-UNUSED_OBJECT --allow-outside --force", without=("Rigy",)),
    *recipes("fix IN fixedSUFFIX --select RIG-T_POSE", share=10, suffixes=(".vrm", ".glb")),
    *recipes("cp IN copySUFFIX && fix copySUFFIX --in-place --quiet", share=12, without=("Rigy",)),
)

INSPECTIONS = (
    *recipes("inspect IN --format json", share=1, strangers=10),
    *recipes("inspect IN", share=5),
    *recipes("inspect IN --format csv --sort triangles", "inspect IN --section nodes", share=20),
    *recipes("inspect IN --all", "inspect - --format json < IN", "inspect IN NEXT --allow-outside"),
    *recipes("inspect IN --faces --gaps", "inspect IN --no-faces --no-gaps", formats=("Rigy",), share=6),
    *recipes("inspect IN --weights", formats=("Rigy",), share=6),
    *recipes(f"inspect {VARIED} --variant size=large --format json"),
)

CONVERSIONS = (
    *recipes("convert IN outTARGET --format json", share=5, least=3, strangers=1),
    *recipes("convert IN out.glb", share=2, strangers=10),
    *recipes("convert IN outSUFFIX", share=4, without=("Rigy",)),
    *recipes(
        "convert IN out.gltf --embed --strict",
        "convert IN out.gltf --separate",
        "convert IN out.g4tf --dialect 2026-01 --omit-inferable --format json",
        "convert IN out.g4b --dialect newest",
        "convert IN out.glb --bake --format json",
        "convert IN out.usda --strict",
        "convert IN out.fbx --embed --unit m --axes z-up --format json",
        "convert IN out.fbx --leaf-bones --ascii",
        "convert IN out.gltf --skeletons khr --character vrm",
        "convert IN out.gltf --character khr --draft",
        "convert IN out.gltf --skeletons staik",
        share=12,
    ),
    *recipes("convert IN out.glb --bake-springs --format json", share=3, holding=SPRINGS),
    *recipes(
        "convert IN out.bvh --clip 0 --fps 24",
        "convert IN out.vrma --clip 0",
        "convert IN out.glb --bake --clip 0 --fps 10",
        share=12,
        holding=CLIPS,
    ),
    *recipes(
        "convert IN - > out.glb",
        "convert - out.glb --format json < IN",
        "convert IN out.glb --allow-outside --force",
    ),
    *recipes("convert IN out.vrm --vrm 1 --format json", suffixes=(".vrm",), share=1),
    *recipes(f"convert {OLDER} out.vrm --vrm 1 --verbose"),
    *recipes("migrate IN out.vrm", suffixes=(".vrm",), share=2),
    *recipes(f"migrate {OLDER} out.vrm --verbose --force --allow-outside"),
    *recipes(
        "meta IN --format json",
        "meta IN outSUFFIX --title T --license CC0",
        share=20,
        suffixes=(".glb", ".vrm"),
    ),
    *recipes(
        f"meta {AVATAR}",
        f"meta {AVATAR} out.vrm --author A --version 2 --contact C --reference R --copyright 2026 --force",
        f"meta {AVATAR} out.vrm --permission violent=yes --thumbnail --allow-outside",
    ),
    *recipes("convert IN out.glb --scale 0.01", suffixes=(".bvh", ".npz", ".vrma"), share=2),
    *recipes("convert IN one.glb && convert one.glb twoSUFFIX --format json", share=15, without=("Rigy",)),
    *recipes(
        f"convert {VARIED} out.glb --variant size=large",
        f"convert {VARIED} outTARGET --variant size=small --format json",
        f"convert {ARM} out.glb --variant size=large",
        f"convert {ARM} same.glb ; convert {FACE} same.glb ; convert {FACE} same.glb --force",
    ),
)

CONVERSION_OPTIONS = tuple(
    Recipe(("convert", model, "outTARGET", *option.split(), "--format", "json"))
    for model, option in product(
        (ARM, AVATAR, OLDER, CREATURE, WALK_BVH),
        (
            "--embed",
            "--separate",
            "--dialect newest",
            "--dialect 2026-01",
            "--omit-inferable",
            "--bake",
            "--bake --clip 0 --fps 4",
            "--bake-springs",
            "--vrm 1",
            "--clip 0",
            "--clip nonsense",
            "--fps 12",
            "--fps 0",
            "--scale 0.5",
            "--strict",
            "--variant size=large",
        ),
    )
)
"""Each option with each target, whether it takes the option or not."""

COMPILATIONS = (
    *recipes("compile IN -o outTARGET", formats=("Rigy",), share=8, least=3, refused=0),
    *recipes(
        "compile IN -o out.glb",
        "compile IN -o out.glb --profile reference --quiet",
        formats=("Rigy",),
        share=1,
    ),
    *recipes(
        "compile IN -o out.glb --emit out.yaml --manifest out.json",
        "compile IN -o out.gltf --emit out.yaml --comments drop",
        "compile IN -o out.glb --emit out.yaml --comments provenance",
        formats=("Rigy",),
        share=4,
    ),
    *recipes(
        "compile IN -o out.glb --emit - > out.yaml",
        "compile IN -o out.glb --emit symmetry > out.txt",
        "compile IN --output - --profile standard > out.glb",
        "compile - -o out.glb --comments keep < IN",
        "compile IN -o out.glb --bake-skin",
        "compile IN -o out.glb --no-bake-skin --warn-as-error all",
        "compile IN -o out.glb --ignore W01,W03 --allow-outside --force",
        formats=("Rigy",),
        share=12,
    ),
    *recipes(
        "compile IN -o out.glb --bake-skin --pose bent",
        "compile IN -o out.gltf --clips",
        formats=("Rigy",),
        share=1,
        holding=POSES_OF_RIGY,
    ),
    *recipes(
        "cp @examples/rigy/arm.rigy.yaml arm.rigy.yaml ; compile arm.rigy.yaml",
        f"compile {ARM} -o out.glb",
    ),
)

POSES = (
    *recipes("pose IN outTARGET --clip 0 --time 0.3", share=20, least=1, holding=CLIPS, refused=0),
    *recipes("pose IN outTARGET --set 0=10,20,30", share=80, least=1, formats=("glTF", "USD"), refused=0),
    *recipes("pose IN outTARGET --set 0=xy:30", share=50, least=1, formats=("G4MF",), refused=0),
    *recipes("pose IN outSUFFIX", share=12, without=("Rigy",)),
    *recipes("pose IN out.gltf --keep-rig --set 0=10,20,30", share=12),
    *recipes(
        "pose IN out.npz --clip 0 --time 0.3 --solver dqs",
        "pose IN out.obj --time 0.25 --solver linear",
        share=8,
        holding=CLIPS,
    ),
    *recipes("pose IN out.g4b --blend 0=0.5 --set 0=xy:30", share=8, holding=BLENDS),
    *recipes(
        "pose IN out.glb --no-constraints --allow-outside --force",
        "pose IN out.usda --set 1=0,0,45 --constraints",
        "pose IN - > out.glb",
    ),
    *recipes(
        "pose IN out.vrm --expression happy=0.8 --look-at 1,1,1",
        "pose IN out.glb --set hips=0,30,0 --set leftUpperArm=0,0,-60 --keep-rig",
        suffixes=(".vrm",),
        share=2,
    ),
    *recipes(
        f"pose {ARM} outTARGET --pose {POSE}",
        f"pose {LOOSE} outTARGET --clip 0 --time 0.3 --raw-weights",
        f"convert {LOOSE} out.g4b --raw-weights",
        f"diff {ARM} {LOOSE} --raw-weights",
        "bake @examples/springs/strand.glb out.glb --clip 0 --raw-weights",
        f"render {LOOSE} -o out.png --size 48x36 --raw-weights",
        f"pose {FACE} outTARGET --blend smile=0.7 --keep-rig",
        "pose @examples/g4mf/face.g4tf outTARGET --blend FaceSmile=1",
        f"pose {AVATAR} outTARGET --expression happy=1 --keep-rig",
        f"pose {CREATURE} outTARGET --set LowerArm=yw:90",
        f"pose {ARM} outTARGET --reach wrist=0.5,1.2,0.3",
        f"pose {VARIED} out.obj --variant size=large",
    ),
)

RETARGETS = (
    *recipes(f"retarget IN {AVATAR} out.vrm", share=3, least=3, suffixes=(".bvh", ".npz", ".vrma")),
    *recipes(f"retarget {WALK} IN outSUFFIX", share=1, suffixes=(".vrm",)),
    *recipes(f"retarget {WALK} examples/vrm out", f"retarget {WALK} examples/vrm out --pairs"),
    *recipes(f"retarget IN {AVATAR} out.glb", share=15, holding=CLIPS),
    *recipes(f"retarget {WALK} IN out.glb", share=8, holding=HUMANOIDS),
    *recipes(
        *(
            f"retarget {motion} {target} outTARGET"
            for motion, target in product((WALK, WALK_BVH), (AVATAR, "@examples/retarget/mannequin.glb"))
        ),
        f"retarget {WALK} {AVATAR} --show-map",
        f"retarget {WALK} {AVATAR} out.vrm --map {BONES}",
        f"retarget {WALK} {AVATAR} out.vrm --springs --fps 20 --clip walk",
        f"retarget {WALK} {OLDER} out.vrm --springs --in-place",
        f"retarget {WALK} @examples/retarget/mannequin.glb out.glb --in-place --lock-feet --allow-outside",
        f"retarget {WALK_BVH} {AVATAR} out.glb --rest-frame 0 --lock-feet --force",
        f"retarget {WALK_BVH} {AVATAR} - > out.glb",
    ),
)

MERGES = recipes(
    f"merge {ARM} {ARM} outTARGET --clips {ARM} {WALK}",
    f"merge {AVATAR} {OLDER} out.vrm --join --strict --force",
    f"merge {AVATAR} {AVATAR} out.vrm --atlas --texture-size 512 --allow-outside",
    f"merge {ARM} {FACE} {AVATAR} out.glb --scenes",
    f"merge {AVATAR} {WALK} out.glb --map {BONES}",
    f"attach {AVATAR} {FACE} head outTARGET --offset 0,0.1,0 --rotate 0,90,0 --scale 0.1",
    f"attach {ARM} {FACE} wrist out.glb --in-place --strict --force --allow-outside",
    f"split {AVATAR} outTARGET --mesh Face --rest",
    f"split {AVATAR} out.vrm --material skin --strict --force --allow-outside",
)

CLIP_VERBS = recipes(
    f"clips {ARM} --list",
    f"clips {ARM} outTARGET --cut bend:0.5-1.5 --rename bend=nod --strict",
    f"clips {ARM} out.glb --retime 2 --retime bend=0.5 --resample 30 --force --allow-outside",
    f"clips {WALK} out.glb --mirror --in-place --loop",
    f"clips {WALK} out.glb --reverse walk --resample walk=24",
    f"clips {ARM} out.glb --drop bend",
    f"clips {WALK} out.glb --lock-feet --on-ground --bridge --complete --without-scale",
    f"clips {WALK} out.glb --mirror-from walk=walk",
    f"clips {WALK} out.glb --in-phase walk=walk",
    f"check {WALK} --clips --html page.html",
    f"clips {VARIED} out.glb --variant size=large --retime 2",
    f"clips {ARM} out.glb --cut bend:0.5-9",
)

BAKES = (
    *recipes("bake IN outSUFFIX --seconds 0.5", share=2, holding=SPRINGS, formats=("glTF",)),
    *recipes("bake IN out.glb --seconds 0.3", share=40),
    *recipes(
        "bake IN out.glb --seconds 0.4 --lenient --strip-springs --tolerance 0.5",
        "bake IN out.gltf --seconds 0.3 --fps 30 --out-fps 10 --settle 0.2 --only-springs",
        "bake IN out.glb --seconds 0.3 --profile univrm --no-constraints --lenient",
        share=4,
        holding=SPRINGS,
    ),
    *recipes("bake IN out.glb --clip 0 --lenient", share=6, holding=CLIPS),
    *recipes(
        f"bake {AVATAR} outTARGET --seconds 0.3",
        f"bake {AVATAR} out.vrm --motion {WALK} --profile scaled --constraints",
        f"bake {OLDER} out.vrm --motion {WALK_BVH} --clip walk --allow-outside --force",
        "bake @examples/springs/strand.glb out.glb --clip look --loop --profile spec",
        "bake @examples/springs/skirt.glb - --seconds 0.2 > out.glb",
        f"bake {VARIED} out.glb --variant size=large --seconds 0.1",
        "bake @examples/springs/strand.glb out.glb --clip look --time 0.5 --seconds 0.2 --set 0=0,0,30",
        f"bake {AVATAR} out.vrm --seconds 0.2 --expression happy=1 --blend smile=0.5",
        f"bake {AVATAR} out.vrm --seconds 0.2 --pose {POSE}",
    ),
)

SKELETONS = (
    *recipes("skeletons IN outSUFFIX", share=5, formats=("glTF", "G4MF")),
    *recipes("skeletons IN --report --format json", share=4),
    *recipes(
        "skeletons IN out.glb --merge siblings --fix",
        "skeletons IN out.glb --merge touching",
        "skeletons IN out.glb --as khr",
        "skeletons IN out.gltf --merge overlap --as staik --format text",
        "skeletons IN out.gltf --strip --format json",
        "skeletons IN --report --allow-outside",
        "skeletons IN out.glb --force",
        share=15,
    ),
    *recipes("skeletons @examples/skeletons/plain.gltf outTARGET", "skeletons - out.glb < @examples/arm.glb"),
)

SLICES = (
    *recipes("slice IN out.glb --w 0.1", formats=("G4MF", "OFF"), share=2, holding=FOUR_DIMENSIONS),
    *recipes(
        "slice IN out.obj --plane 1,0.5,0.25,1,0.1 --strict",
        "slice IN out.glb --sweep 3",
        "slice IN out.glb --project perspective --distance 5",
        "slice IN out.gltf --project orthographic --rotate xw:30,yz:10",
        "slice IN out.stl --blend 0=0.5",
        "slice IN out.glb --set 0=yw:45 --allow-outside --force",
        formats=("G4MF", "OFF"),
        share=6,
        holding=FOUR_DIMENSIONS,
    ),
    *recipes(
        f"slice {CREATURE} outTARGET --w 0.25",
        f"slice {CREATURE} out.glb --expression happy=1",
        f"slice {CREATURE} out.glb --pose {POSE}",
        f"slice {TESSERACT} outTARGET --project perspective",
        f"slice {TESSERACT} - > out.glb",
        f"slice {CREATURE} out.glb --clip 0 --time 0.3",
        "slice @examples/g4mf/face.g4tf outTARGET --blend FaceSmile=1",
        "slice @made/shapes/cube-5.g4b out.glb --w 0.1 --v 0.2",
        "slice @made/shapes/simplex-6.g4b out.off --w 0.1 --v 0.1 --u 0.05",
        "slice @made/shapes/cube-7.off out.glb --w 0.1 --v 0.2 --u 0.1 --t 0.1",
        "slice @made/shapes/orthoplex-8.g4b out.obj --w 0.1 --v 0.1 --u 0.1 --t 0.1 --s 0.1",
    ),
)

SHAPE_NAMES = (
    *(f"{family}-{count}" for family in ("cube", "simplex", "orthoplex", "ball") for count in range(2, 9)),
    *("24-cell", "120-cell", "600-cell", "tesseract", "5-cell", "16-cell"),
    *("duoprism-5-7", "duoprism-3-4", "duocylinder", "cubinder", "spherinder"),
)

SHAPES = (
    *recipes(*(f"shape {name} out.g4b" for name in SHAPE_NAMES)),
    *recipes(*(f"shape {name} out.off" for name in SHAPE_NAMES if not name.endswith(("-7", "-8")))),
    *recipes(
        "shape tesseract outTARGET --size 2",
        "shape ball-3 outTARGET --force",
        "shape cube-2 outTARGET",
        "shape tesseract - > out.glb",
        "shape cube-9 out.g4b",
        "shape nonsense out.g4b",
    ),
)

SLIMS = (
    *recipes(
        f"weights {ARM} out.glb --bind --all --format json",
        f"weights {ARM} out.glb --bind --mesh sleeve --skeleton shoulder --limit 8",
        f"weights {ARM} out.glb --transfer-from {ARM} --all",
        f"weights {ARM} out.glb --smooth 2 --mirror x --prune 0.1 --limit 2 --normalise",
        f"weights {ARM} out.glb --rigid --heat-map out.png",
        f"weights {ARM} outTARGET --smooth 1",
        f"weights {ARM} - --limit 1 --format text --allow-outside --force > out.glb",
    ),
    *recipes("slim IN outSUFFIX --format json", share=8, largest=60_000, without=("Rigy",)),
    *recipes(
        "slim IN outSUFFIX --quantize --influences 2",
        "slim IN outSUFFIX --skin-error 0 --drop-unused-shapes --format json",
        "slim IN outSUFFIX --skin-error 1mm --meshopt --quantize",
        share=20,
        largest=60_000,
        without=("Rigy",),
    ),
    *recipes("slim IN --dry-run --format json", "slim IN out.glb", largest=60_000),
    *recipes(
        f"slim {ARM} out.glb --triangles 0.5 --format json",
        f"slim {ARM} out.glb --triangles 1000 --triangles-error 2mm",
        f"slim {ARM} out.glb --triangles 0",
        f"slim {ARM} out.glb --keep elbow",
        f"slim {ARM} out.glb --preset web --effort",
        f"slim {ARM} out.glb --lod 0.5,0.25 --separate-lods --format json",
        f"slim {ARM} out.glb --textures png --texture-size 64 --format json",
        f"slim {ARM} out.glb --keep nonsense",
        f"slim {ARM} outTARGET",
        f"slim {FACE} outTARGET --drop-unused-shapes",
        f"slim {FACE} outTARGET --drop-unused-colors",
        f"slim {ARM} - --format text --allow-outside --force > out.glb",
    ),
)

DIFFS = (
    *recipes("convert IN one.glb && diff IN one.glb --format json", share=8),
    *recipes("convert IN one.usda && diff IN one.usda --format json", share=30),
    *recipes("convert IN one.g4b && diff IN one.g4b --format json", share=20),
    *recipes("diff IN NEXT --format json", share=8),
    *recipes(
        "diff IN NEXT",
        "diff IN NEXT --format github --all --allow-outside",
        "diff IN NEXT --ignore names,materials --tolerance 0.01 --format text",
    ),
    *recipes(
        f"diff {ARM} {LOOSE} --html out.html",
        "diff examples/springs examples/vrm --format json",
        f"diff {ARM} {LOOSE} --picture out.png",
        f"diff - {LOOSE} --format json < {ARM}",
        f"diff {AVATAR} {OLDER} --format json",
        f"slim {ARM} out.glb --quantize && diff {ARM} out.glb --against-slim",
    ),
)

RENDERS = (
    *(Recipe(("render", "IN", "-o", "out.png", *SMALL), share=15, strangers=2),),
    *(
        Recipe(("render", "IN", "--output", "out.png", *SMALL, *more.split()), share=60, least=1)
        for more in (
            "--camera 30,20 --show mesh,skeleton",
            "--camera top --show wireframe,colliders --background dark --no-shadow",
            "--background transparent --constraints --shadow --allow-outside --force",
            "--no-constraints --camera front --show skeleton --quiet",
            "--portrait",
        )
    ),
    *(
        Recipe(
            ("render", "IN", "-o", "out.png", *SMALL, *more.split()),
            share=25,
            formats=("G4MF", "OFF"),
            holding=FOUR_DIMENSIONS,
        )
        for more in (
            "--rotate xw:30 --w 0.2",
            "--plane 1,1,1,1,0.5",
            "--project perspective --distance 5",
            "--project orthographic",
        )
    ),
    *(
        Recipe(("render", *line.split(), *SMALL))
        for line in (
            f"{ARM} -o out.gif --frames 3",
            f"{ARM} -o out.webp --fps 4",
            f"{ARM} -o out.mp4 --frames 3 --clip bend",
            f"{ARM} -o out.gif --turntable --frames 3",
            f"{TESSERACT} -o out.gif --sweep --frames 3",
            f"{CREATURE} -o out.webp --turntable xw:90,yz:180 --frames 3",
            f"{AVATAR} -o out.png --expression happy=1 --look-at 1,1,1 --thumbnail",
            f"{AVATAR} -o out.png --motion {WALK} --time 0.5",
            f"{ARM} -o out.png --show weights=elbow",
            f"{ARM} {FACE} --sheet -o out.png",
            f"{VARIED} -o out.png --variant size=large",
            f"{ARM} -o out.png --clip bend --time 0.5",
            f"{ARM} -o out.gif --clip bend --set wrist=0,0,45 --frames 3",
            f"{ARM} -o out.png --pose {POSE}",
            f"{FACE} -o out.png --blend smile=0.8",
            "@made/shapes/orthoplex-8.g4b -o out.png --w 0.1 --v 0.1 --u 0.1 --t 0.1 --s 0.1",
            f"{ARM} -o out.xyz",
        )
    ),
)

VIEWS = (
    *recipes("view IN --out page.html", share=25),
    *recipes(
        f"view {ARM} -o page.html --clip bend --pose {POSE} --force",
        f"view {AVATAR} -o page.html --motion {WALK} --no-constraints",
        f"view {OLDER} -o page.html --constraints --allow-outside",
        f"view {ARM} -o page.html --clip bend --time 0.5 --set elbow=0,0,20",
        f"view {AVATAR} -o page.html --expression happy=1 --blend smile=0.5",
        f"view {ARM} {LOOSE} -o page.html",
        f"view {TESSERACT} -o page.html --rotate xw:30",
        f"view {VARIED} -o page.html --variant size=large",
        f"view {ARM} -o - > page.html",
        "view @examples/springs -o page.html",
    ),
)

TEXT_COMMANDS = (
    *recipes("cp IN copySUFFIX && fmt copySUFFIX --force", "fmt IN --check", formats=("Rigy",), share=1),
    *recipes("fmt - < IN > out.yaml", formats=("Rigy",), share=10),
    *recipes("fmt @examples/rigy --check", "fmt @cases/RIGY-V44 --check"),
    *recipes(
        "new lever.rigy.yaml && check lever.rigy.yaml", "new a.rigs.yaml --from scene && check a.rigs.yaml"
    ),
    *recipes(
        "new hero.rigy.yaml --from humanoid && compile hero.rigy.yaml", "new a.glb", "new - --from nothing"
    ),
    *recipes("lsp < @cases/RIGY-P20/bad.rigy.yaml"),
    *recipes("schema", "schema rigy", "schema rigs", "schema ricy", "schema nonsense"),
    *recipes("explain", "explain RULE", "explain node_loop", "explain NONSENSE-1"),
    *recipes(*(f"completion {shell} > script" for shell in ("bash", "zsh", "fish"))),
)

TO_FOLDER = {
    "check": "",
    "inspect": "--format json",
    "fix": "out",
    "convert": "out --to .glb",
    "compile": "-o out --to .gltf",
    "pose": "out --to .obj",
    "retarget": f"{AVATAR} out --to .vrma",
    "bake": "out --seconds 0.2 --to .glb",
    "clips": "out --to .glb --retime 2",
    "skeletons": "out --to .glb",
    "slice": "out --to .glb",
    "weights": "out --normalise --to .glb",
    "slim": "out --to .glb",
    "render": "-o out --size 32x24 --to .png",
}
"""The commands for many files, and what follows the folder."""

BATCHES = tuple(
    Recipe((command, "FOLDER", *rest.split(), *more))
    for command, rest in TO_FOLDER.items()
    for more in (
        ("--jobs", "2", "--report-file", "rows.jsonl"),
        ("--include", "*a*.*", "--exclude", "*bad*", "--dry-run"),
    )
) + tuple(
    Recipe((*line, "--manifest", "done.jsonl", ";", *line, "--manifest", "done.jsonl", "--resume"))
    for line in (
        (command, "@examples/springs", *rest.split(), *AT_LEISURE) for command, rest in TO_FOLDER.items()
    )
)

MORE_BATCHES = recipes(
    "check @examples --format json --report-file rows.parquet",
    "check @examples/rigy @examples/springs --format sarif --jobs 2",
    "convert @examples/springs out --to .usda --jobs 2 --quiet",
    "convert @examples/g4mf out --to .g4tf --dialect 2026-01 --omit-inferable",
    "convert @examples/motion out --to .glb --scale 0.01 --fps 10",
    "convert @examples/springs out --to .gltf --embed --format json",
    "convert @examples out --to .bvh --strict --quiet",
    "convert @made/usdc out --to .glb --jobs 2",
    "convert @made/usdz out --to .usda",
    "check @made/usdz --jobs 2 --format json",
    "pose @examples/springs out --set 0=0,0,45 --to .obj --quiet",
    "slice @examples/g4mf out --to .obj --w 0.1 --quiet --jobs 2",
    "slim @examples/springs out --report-file rows.jsonl --quantize --quiet",
    "fix @examples/springs --in-place --dry-run",
    "fix @examples out --quiet --jobs 2 --to .glb",
    "retarget @examples/motion @examples/vrm/avatar.vrm out --to .vrm --quiet",
    "skeletons @examples/skeletons out --quiet --jobs 2 --as khr",
    "bake @examples/springs out --seconds 0.2 --quiet",
    "compile @examples/rigy -o out --quiet --emit emitted",
    f"convert {ARM} {FACE} out --to .gltf --report-file rows.jsonl",
    "convert @examples/springs out",
    "convert @examples/springs out --to .xyz",
    "check @examples/springs --jobs 2 --statistics",
)

HALF = (*USAGE, *CHECKS, *FIXES, *INSPECTIONS, *COMPILATIONS, *POSES, *RETARGETS, *MERGES, *BAKES, *SKELETONS)
REST = (
    *CLIP_VERBS,
    *SLICES,
    *SHAPES,
    *SLIMS,
    *DIFFS,
    *RENDERS,
    *VIEWS,
    *TEXT_COMMANDS,
    *BATCHES,
    *MORE_BATCHES,
)
RECIPES: tuple[Recipe, ...] = (*HALF, *CONVERSIONS, *CONVERSION_OPTIONS, *REST)
