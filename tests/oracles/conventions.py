"""Names of humanoid skeletons in the wild, from the public documentation of each tool, in the notation of
`skeletons.parse`."""

from __future__ import annotations

import more_conventions as more
from further_conventions import FURTHER


def fingers(indent: int, pattern: str, names: str = "Thumb Index Middle Ring Pinky", ends: str = "") -> str:
    """Five fingers of three joints: `{f}` is the finger, `{n}` the number; ends are further joints."""
    lines = []
    for name, bone in zip(names.split(), ("Thumb", "Index", "Middle", "Ring", "Little"), strict=True):
        segments = ("Metacarpal", "Proximal", "Distal") if bone == "Thumb" else (
            "Proximal", "Intermediate", "Distal")  # fmt: skip
        for number, segment in enumerate(segments, 1):
            joint = pattern.replace("{f}", name).replace("{n}", str(number))
            lines.append(" " * (indent + number) + f"{joint} = {bone}{segment}")
        if ends:
            lines.append(" " * (indent + 4) + ends.replace("{f}", name))
    return "\n".join(lines)


MIXAMO = f"""
Hips = hips
 Spine = spine
  Spine1 = chest
   Spine2 = upperChest
    Neck = neck
     Head = head
      HeadTop_End
    {{}}Shoulder = Shoulder
     {{}}Arm = UpperArm
      {{}}ForeArm = LowerArm
       {{}}Hand = Hand
{fingers(7, "{}Hand{f}{n}", ends="{}Hand{f}4")}
 {{}}UpLeg = UpperLeg
  {{}}Leg = LowerLeg
   {{}}Foot = Foot
    {{}}ToeBase = Toes
     {{}}Toe_End
"""

UNREAL = f"""
root
 pelvis = hips
  spine_01 = spine
   spine_02 = chest
    spine_03 = upperChest
     clavicle_{{}} = Shoulder
      upperarm_{{}} = UpperArm
       upperarm_twist_01_{{}}
       lowerarm_{{}} = LowerArm
        lowerarm_twist_01_{{}}
        hand_{{}} = Hand
{fingers(8, "{f}_0{n}_{}", "thumb index middle ring pinky")}
     neck_01 = neck
      head = head
  thigh_{{}} = UpperLeg
   thigh_twist_01_{{}}
   calf_{{}} = LowerLeg
    calf_twist_01_{{}}
    foot_{{}} = Foot
     ball_{{}} = Toes
 ik_foot_root
  ik_foot_{{}}
 ik_hand_root
  ik_hand_gun
   ik_hand_{{}}
"""

VROID = f"""
Root
 J_Bip_C_Hips = hips
  J_Bip_C_Spine = spine
   J_Bip_C_Chest = chest
    J_Bip_C_UpperChest = upperChest
     J_Sec_{{}}_Bust1
      J_Sec_{{}}_Bust2
     J_Bip_C_Neck = neck
      J_Bip_C_Head = head
       J_Adj_{{}}_FaceEye = Eye
       J_Sec_Hair1_01
        J_Sec_Hair2_01
     J_Bip_{{}}_Shoulder = Shoulder
      J_Bip_{{}}_UpperArm = UpperArm
       J_Bip_{{}}_LowerArm = LowerArm
        J_Bip_{{}}_Hand = Hand
{fingers(8, "J_Bip_{}_{f}{n}", "Thumb Index Middle Ring Little")}
  J_Bip_{{}}_UpperLeg = UpperLeg
   J_Bip_{{}}_LowerLeg = LowerLeg
    J_Bip_{{}}_Foot = Foot
     J_Bip_{{}}_ToeBase = Toes
  J_Sec_{{}}_SkirtBack1
"""

RIGIFY = f"""
DEF-spine = hips
 DEF-pelvis.{{}}
 DEF-spine.001 = spine
  DEF-spine.002 = chest
   DEF-spine.003 = upperChest
    DEF-spine.004 = neck
     DEF-spine.006 = head
    DEF-shoulder.{{}} = Shoulder
     DEF-upper_arm.{{}} = UpperArm
      DEF-upper_arm.{{}}.001
       DEF-forearm.{{}} = LowerArm
        DEF-forearm.{{}}.001
         DEF-hand.{{}} = Hand
{fingers(9, "DEF-{f}.0{n}.{}", "thumb f_index f_middle f_ring f_pinky")}
    DEF-breast.{{}}
 DEF-thigh.{{}} = UpperLeg
  DEF-thigh.{{}}.001
   DEF-shin.{{}} = LowerLeg
    DEF-shin.{{}}.001
     DEF-foot.{{}} = Foot
      DEF-toe.{{}} = Toes
"""

BIPED = """
Bip01
 Bip01 Footsteps
 Bip01 Pelvis = hips
  Bip01 Spine = spine
   Bip01 Spine1 = chest
    Bip01 Spine2 = upperChest
     Bip01 Neck = neck
      Bip01 Head = head
       Bip01 HeadNub
      Bip01 {} Clavicle = Shoulder
       Bip01 {} UpperArm = UpperArm
        Bip01 {} ForeTwist
        Bip01 {} Forearm = LowerArm
         Bip01 {} Hand = Hand
          Bip01 {} Finger0 = ThumbMetacarpal
           Bip01 {} Finger01 = ThumbProximal
            Bip01 {} Finger02 = ThumbDistal
             Bip01 {} Finger0Nub
          Bip01 {} Finger1 = IndexProximal
           Bip01 {} Finger11 = IndexIntermediate
            Bip01 {} Finger12 = IndexDistal
          Bip01 {} Finger2 = MiddleProximal
           Bip01 {} Finger21 = MiddleIntermediate
            Bip01 {} Finger22 = MiddleDistal
          Bip01 {} Finger3 = RingProximal
           Bip01 {} Finger31 = RingIntermediate
            Bip01 {} Finger32 = RingDistal
          Bip01 {} Finger4 = LittleProximal
           Bip01 {} Finger41 = LittleIntermediate
            Bip01 {} Finger42 = LittleDistal
   Bip01 {} Thigh = UpperLeg
    Bip01 {} Calf = LowerLeg
     Bip01 {} Foot = Foot
      Bip01 {} Toe0 = Toes
       Bip01 {} Toe0Nub
"""

CMU_BVH = """
Hips = hips
 {c}HipJoint
  {}UpLeg = UpperLeg
   {}Leg = LowerLeg
    {}Foot = Foot
     {}ToeBase = Toes
 LowerBack = spine
  Spine = chest
   Spine1 = upperChest
    Neck = neck
     Neck1
      Head = head
    {}Shoulder = Shoulder
     {}Arm = UpperArm
      {}ForeArm = LowerArm
       {}Hand = Hand
"""

LAFAN = """
Hips = hips
 {}UpLeg = UpperLeg
  {}Leg = LowerLeg
   {}Foot = Foot
    {}Toe = Toes
 Spine = spine
  Spine1 = chest
   Spine2 = upperChest
    Neck = neck
     Head = head
    {}Shoulder = Shoulder
     {}Arm = UpperArm
      {}ForeArm = LowerArm
       {}Hand = Hand
"""

BANDAI = """
joint_Root
 Hips = hips
  Spine = spine
   Chest = chest
    Neck = neck
     Head = head
    Shoulder_{} = Shoulder
     UpperArm_{} = UpperArm
      LowerArm_{} = LowerArm
       Hand_{} = Hand
  UpperLeg_{} = UpperLeg
   LowerLeg_{} = LowerLeg
    Foot_{} = Foot
     Toes_{} = Toes
"""

SMPL = """
pelvis = hips
 {}_hip = UpperLeg
  {}_knee = LowerLeg
   {}_ankle = Foot
    {}_foot = Toes
 spine1 = spine
  spine2 = chest
   spine3 = upperChest
    neck = neck
     head = head
    {}_collar = Shoulder
     {}_shoulder = UpperArm
      {}_elbow = LowerArm
       {}_wrist = Hand
"""

HEAD_OF_SMPLX = """head = head
      jaw = jaw
      {}_eye_smplhf = Eye"""

SMPLX = f"""
{SMPL.strip().replace("head = head", HEAD_OF_SMPLX)}
{fingers(7, "{}_{f}{n}", "thumb index middle ring pinky")}
"""

SMPL_SHORT = """
Pelvis = hips
 {}_Hip = UpperLeg
  {}_Knee = LowerLeg
   {}_Ankle = Foot
    {}_Foot = Toes
 Spine1 = spine
  Spine2 = chest
   Spine3 = upperChest
    Neck = neck
     Head = head
    {}_Collar = Shoulder
     {}_Shoulder = UpperArm
      {}_Elbow = LowerArm
       {}_Wrist = Hand
        {}_Hand
"""

MMD = """
全ての親
 センター = hips
  上半身 = spine
   上半身2 = chest
    首 = neck
     頭 = head
      {}目 = Eye
      両目
    {}肩P
     {}肩 = Shoulder
      {}腕 = UpperArm
       {}腕捩
       {}ひじ = LowerArm
        {}手捩
        {}手首 = Hand
         {}親指０ = ThumbMetacarpal
          {}親指１ = ThumbProximal
           {}親指２ = ThumbDistal
         {}人指１ = IndexProximal
          {}人指２ = IndexIntermediate
           {}人指３ = IndexDistal
         {}中指１ = MiddleProximal
          {}中指２ = MiddleIntermediate
           {}中指３ = MiddleDistal
         {}薬指１ = RingProximal
          {}薬指２ = RingIntermediate
           {}薬指３ = RingDistal
         {}小指１ = LittleProximal
          {}小指２ = LittleIntermediate
           {}小指３ = LittleDistal
  下半身
   {}足 = UpperLeg
    {}ひざ = LowerLeg
     {}足首 = Foot
      {}つま先 = Toes
   {}足D
    {}ひざD
     {}足首D
 {}足ＩＫ
  {}つま先ＩＫ
"""

UNITY = """
Hips = hips
 Spine = spine
  Chest = chest
   UpperChest = upperChest
    Neck = neck
     Head = head
      {}Eye = Eye
      Jaw = jaw
    {}Shoulder = Shoulder
     {}UpperArm = UpperArm
      {}LowerArm = LowerArm
       {}Hand = Hand
        {} Thumb Proximal = ThumbMetacarpal
         {} Thumb Intermediate = ThumbProximal
          {} Thumb Distal = ThumbDistal
        {} Index Proximal = IndexProximal
         {} Index Intermediate = IndexIntermediate
          {} Index Distal = IndexDistal
        {} Little Proximal = LittleProximal
         {} Little Intermediate = LittleIntermediate
          {} Little Distal = LittleDistal
 {}UpperLeg = UpperLeg
  {}LowerLeg = LowerLeg
   {}Foot = Foot
    {}Toes = Toes
"""

DAZ = """
hip = hips
 pelvis
  {}ThighBend = UpperLeg
   {}ThighTwist
    {}Shin = LowerLeg
     {}Foot = Foot
      {}Metatarsals
       {}Toe = Toes
        {}BigToe
        {}SmallToe1
 abdomenLower = spine
  chestLower = chest
   chestUpper = upperChest
    {}Collar = Shoulder
     {}ShldrBend = UpperArm
      {}ShldrTwist
       {}ForearmBend = LowerArm
        {}ForearmTwist
         {}Hand = Hand
          {}Thumb1 = ThumbMetacarpal
           {}Thumb2 = ThumbProximal
            {}Thumb3 = ThumbDistal
          {}Carpal1
           {}Index1 = IndexProximal
            {}Index2 = IndexIntermediate
             {}Index3 = IndexDistal
          {}Carpal2
           {}Mid1 = MiddleProximal
            {}Mid2 = MiddleIntermediate
             {}Mid3 = MiddleDistal
    neckLower = neck
     head = head
      {}Eye = Eye
      lowerJaw = jaw
"""

CHARACTER_CREATOR = f"""
CC_Base_BoneRoot
 CC_Base_Hip = hips
  CC_Base_Pelvis
   CC_Base_{{}}_Thigh = UpperLeg
    CC_Base_{{}}_Calf = LowerLeg
     CC_Base_{{}}_KneeShareBone
     CC_Base_{{}}_Foot = Foot
      CC_Base_{{}}_ToeBase = Toes
       CC_Base_{{}}_BigToe1
       CC_Base_{{}}_ToeBaseShareBone
     CC_Base_{{}}_CalfTwist01
    CC_Base_{{}}_ThighTwist01
     CC_Base_{{}}_ThighTwist02
  CC_Base_Waist = spine
   CC_Base_Spine01 = chest
    CC_Base_Spine02 = upperChest
     CC_Base_{{}}_RibsTwist
      CC_Base_{{}}_Breast
     CC_Base_NeckTwist01 = neck
      CC_Base_NeckTwist02
       CC_Base_Head = head
        CC_Base_FacialBone
         CC_Base_{{}}_Eye = Eye
         CC_Base_JawRoot = jaw
          CC_Base_Tongue01
     CC_Base_{{}}_Clavicle = Shoulder
      CC_Base_{{}}_Upperarm = UpperArm
       CC_Base_{{}}_UpperarmTwist01
       CC_Base_{{}}_Forearm = LowerArm
        CC_Base_{{}}_ElbowShareBone
        CC_Base_{{}}_ForearmTwist01
        CC_Base_{{}}_Hand = Hand
{fingers(8, "CC_Base_{}_{f}{n}", "Thumb Index Mid Ring Pinky")}
"""

MAKEHUMAN_GAME = UNREAL.replace("root\n", "Root\n", 1)

XSENS = """
Pelvis = hips
 L5 = spine
  T12 = chest
   T8 = upperChest
    Neck = neck
     Head = head
    {}Shoulder = Shoulder
     {}UpperArm = UpperArm
      {}ForeArm = LowerArm
       {}Hand = Hand
 {}UpperLeg = UpperLeg
  {}LowerLeg = LowerLeg
   {}Foot = Foot
    {}Toe = Toes
"""

ROKOKO = """
Hips = hips
 Spine1 = spine
  Spine2 = chest
   Spine3 = upperChest
    Neck = neck
     Head = head
    {}Shoulder = Shoulder
     {}Arm = UpperArm
      {}ForeArm = LowerArm
       {}Hand = Hand
        {}Finger1Metacarpal = ThumbMetacarpal
         {}Finger1Proximal = ThumbProximal
          {}Finger1Distal = ThumbDistal
        {}Finger2Metacarpal
         {}Finger2Proximal = IndexProximal
          {}Finger2Medial = IndexIntermediate
           {}Finger2Distal = IndexDistal
            {}Finger2Tip
        {}Finger5Metacarpal
         {}Finger5Proximal = LittleProximal
          {}Finger5Medial = LittleIntermediate
           {}Finger5Distal = LittleDistal
 {}Thigh = UpperLeg
  {}Shin = LowerLeg
   {}Foot = Foot
    {}Toe = Toes
"""

PERCEPTION_NEURON = """
Hips = hips
 {}UpLeg = UpperLeg
  {}Leg = LowerLeg
   {}Foot = Foot
 Spine = spine
  Spine1 = chest
   Spine2 = upperChest
    Neck = neck
     Head = head
    {}Shoulder = Shoulder
     {}Arm = UpperArm
      {}ForeArm = LowerArm
       {}Hand = Hand
        {}HandThumb1 = ThumbMetacarpal
         {}HandThumb2 = ThumbProximal
          {}HandThumb3 = ThumbDistal
        {}InHandIndex
         {}HandIndex1 = IndexProximal
          {}HandIndex2 = IndexIntermediate
           {}HandIndex3 = IndexDistal
        {}InHandPinky
         {}HandPinky1 = LittleProximal
          {}HandPinky2 = LittleIntermediate
           {}HandPinky3 = LittleDistal
"""

CONVENTIONS: dict[str, tuple[str, tuple[str, str]]] = {
    "Mixamo": (MIXAMO, ("Left", "Right")),
    "Mixamo with namespace": (
        "\n".join(
            f"{line[: len(line) - len(line.lstrip())]}mixamorig:{line.lstrip()}"
            for line in MIXAMO.strip().splitlines()
        ),
        ("Left", "Right"),
    ),
    "Unreal": (UNREAL, ("l", "r")),
    "VRoid": (VROID, ("L", "R")),
    "Rigify": (RIGIFY, ("L", "R")),
    "Biped": (BIPED, ("L", "R")),
    "CMU BVH": (CMU_BVH.replace("{c}", "{}"), ("Left", "Right")),
    "LAFAN": (LAFAN, ("Left", "Right")),
    "Bandai": (BANDAI, ("L", "R")),
    "SMPL": (SMPL, ("left", "right")),
    "SMPL short": (SMPL_SHORT, ("L", "R")),
    "SMPL-X": (SMPLX, ("left", "right")),
    "MMD": (MMD, ("左", "右")),
    "Unity": (UNITY, ("Left", "Right")),
    "Daz": (DAZ, ("l", "r")),
    "Character Creator": (CHARACTER_CREATOR, ("L", "R")),
    "MakeHuman game engine": (MAKEHUMAN_GAME, ("l", "r")),
    "Xsens": (XSENS, ("Left", "Right")),
    "Rokoko": (ROKOKO, ("Left", "Right")),
    "Perception Neuron": (PERCEPTION_NEURON, ("Left", "Right")),
    "names of joints": (more.JOINTS, ("Left", "Right")),
    "no collar": (more.NO_COLLAR, ("Left", "Right")),
    "ASF": (more.ASF, ("l", "r")),
    "OptiTrack": (more.OPTITRACK, ("L", "R")),
    "Second Life": (more.SECOND_LIFE, ("Left", "Right")),
    "Advanced Skeleton": (more.ADVANCED_SKELETON, ("L", "R")),
    "Auto-Rig Pro": (more.AUTO_RIG_PRO, ("l", "r")),
    "Kinect": (more.KINECT, ("LEFT", "RIGHT")),
    "Roblox": (more.ROBLOX, ("Left", "Right")),
    "Valve": (more.VALVE, ("L", "R")),
    "lower case": (more.LOWER_CASE, ("left", "right")),
    "no separators": (more.UNSEPARATED, ("l", "r")),
    "Source 2": (more.SOURCE_2, ("L", "R")),
    "Cats": (more.CATS, ("Left", "Right")),
    "Poser": (more.POSER, ("l", "r")),
    "Cascadeur": (more.CASCADEUR, ("l", "r")),
    "Kinect 2": (more.KINECT_2, ("Left", "Right")),
    "Maya": (more.MAYA, ("Lf", "Rt")),
    "MakeHuman": (more.MAKEHUMAN, ("L", "R")),
    "Skyrim": (more.SKYRIM, ("L", "R")),
    "MMD in English": (more.MMD_ENGLISH, ("L", "R")),
    "numbered": (more.NUMBERED, ("L", "R")),
    "German": (more.GERMAN, ("L", "R")),
    "leg and knee": (more.LEG_KNEE, ("L", "R")),
    **FURTHER,
}
"""By the name of the convention: the tree, and how it names the left and the right side."""
