"""More names of humanoid skeletons in the wild: game engines, capture suits, phones and older tools, from the
public documentation of each, in the notation of `skeletons.parse`."""

from __future__ import annotations

FINGER_BONES = ("Proximal", "Intermediate", "Distal")
THUMB_BONES = ("Metacarpal", "Proximal", "Distal")


def hand(indent: int, pattern: str, names: str, segments: str = "1 2 3", before: str = "") -> str:
    """Five fingers of three joints: `{f}` is the finger and `{s}` the segment. `before` is a joint above the
    first of each finger but the thumb."""
    lines = []
    bones = ("Thumb", "Index", "Middle", "Ring", "Little")
    for name, bone in zip(names.split(), bones, strict=True):
        depth = indent
        if before and bone != "Thumb":
            depth += 1
            lines.append(" " * depth + before.replace("{f}", name))
        parts = THUMB_BONES if bone == "Thumb" else FINGER_BONES
        for segment, part in zip(segments.split(), parts, strict=True):
            depth += 1
            joint = pattern.replace("{f}", name).replace("{s}", segment)
            lines.append(" " * depth + f"{joint} = {bone}{part}")
    return "\n".join(lines)


METAHUMAN = f"""
root
 pelvis = hips
  spine_01 = spine
   spine_02
    spine_03 = chest
     spine_04
      spine_05 = upperChest
       neck_01 = neck
        neck_02
         head = head
          FACIAL_{{}}_Eye = Eye
          FACIAL_C_Jaw = jaw
       clavicle_{{}} = Shoulder
        clavicle_out_{{}}
        clavicle_scap_{{}}
        upperarm_{{}} = UpperArm
         upperarm_correctiveRoot_{{}}
          upperarm_bck_{{}}
         lowerarm_{{}} = LowerArm
          lowerarm_twist_02_{{}}
          hand_{{}} = Hand
           wrist_inner_{{}}
{hand(11, "{f}_{s}_{}", "thumb index middle ring pinky", "01 02 03", "{f}_metacarpal_{}")}
  thigh_{{}} = UpperLeg
   thigh_correctiveRoot_{{}}
   calf_{{}} = LowerLeg
    calf_knee_{{}}
    foot_{{}} = Foot
     ankle_bck_{{}}
     ball_{{}} = Toes
      bigtoe_01_{{}}
      indextoe_01_{{}}
"""

XNALARA = """
root ground
 root hips = hips
  pelvis
  spine lower = spine
   spine middle = chest
    spine upper = upperChest
     head neck lower = neck
      head neck upper = head
       head jaw = jaw
       head eyeball {} = Eye
     arm {} shoulder 1 = Shoulder
      arm {} shoulder 2 = UpperArm
       arm {} elbow = LowerArm
        arm {} wrist = Hand
         arm {} finger 1a = ThumbMetacarpal
          arm {} finger 1b = ThumbProximal
           arm {} finger 1c = ThumbDistal
         arm {} finger 2a = IndexProximal
          arm {} finger 2b = IndexIntermediate
           arm {} finger 2c = IndexDistal
         arm {} finger 3a = MiddleProximal
          arm {} finger 3b = MiddleIntermediate
           arm {} finger 3c = MiddleDistal
         arm {} finger 4a = RingProximal
          arm {} finger 4b = RingIntermediate
           arm {} finger 4c = RingDistal
         arm {} finger 5a = LittleProximal
          arm {} finger 5b = LittleIntermediate
           arm {} finger 5c = LittleDistal
  leg {} thigh = UpperLeg
   leg {} knee = LowerLeg
    leg {} ankle = Foot
     leg {} toes = Toes
"""

MB_LAB = f"""
root
 pelvis = hips
  spine01 = spine
   spine02 = chest
    spine03 = upperChest
     breast_{{}}
     neck = neck
      head = head
     clavicle_{{}} = Shoulder
      upperarm_{{}} = UpperArm
       upperarm_twist_{{}}
       lowerarm_{{}} = LowerArm
        lowerarm_twist_{{}}
        hand_{{}} = Hand
{hand(8, "{f}{s}_{}", "thumb index middle ring pinky", "01 02 03", "{f}00_{}")}
  thigh_{{}} = UpperLeg
   thigh_twist_{{}}
   calf_{{}} = LowerLeg
    calf_twist_{{}}
    foot_{{}} = Foot
     toes_{{}} = Toes
"""

ARKIT = f"""
root
 hips_joint = hips
  {{}}_upLeg_joint = UpperLeg
   {{}}_leg_joint = LowerLeg
    {{}}_foot_joint = Foot
     {{}}_toes_joint = Toes
      {{}}_toesEnd_joint
  spine_1_joint = spine
   spine_2_joint = chest
    spine_3_joint = upperChest
     {{}}_shoulder_1_joint = Shoulder
      {{}}_arm_joint = UpperArm
       {{}}_forearm_joint = LowerArm
        {{}}_hand_joint = Hand
{hand(8, "{}_hand{f}_{s}_joint", "Thumb Index Mid Ring Pinky", before="{}_hand{f}Start_joint")}
     neck_1_joint = neck
      neck_2_joint
       head_joint = head
        jaw_joint = jaw
        {{}}_eye_joint = Eye
"""

SYNTY = """
Root
 Hips = hips
  Spine_01 = spine
   Spine_02 = chest
    Spine_03 = upperChest
     Neck = neck
      Head = head
       Eyebrows
     Clavicle_{} = Shoulder
      Shoulder_{} = UpperArm
       Elbow_{} = LowerArm
        Hand_{} = Hand
         Thumb_01_{} = ThumbMetacarpal
          Thumb_02_{} = ThumbProximal
           Thumb_03_{} = ThumbDistal
         IndexFinger_01_{} = IndexProximal
          IndexFinger_02_{} = IndexIntermediate
           IndexFinger_03_{} = IndexDistal
  UpperLeg_{} = UpperLeg
   LowerLeg_{} = LowerLeg
    Ankle_{} = Foot
     Ball_{} = Toes
      Toes_{}
"""

STYLE_100 = """
Hips = hips
 Chest = spine
  Chest2
   Chest3 = chest
    Chest4 = upperChest
     Neck = neck
      Head = head
     {}Collar = Shoulder
      {}Shoulder = UpperArm
       {}Elbow = LowerArm
        {}Wrist = Hand
 {}Hip = UpperLeg
  {}Knee = LowerLeg
   {}Ankle = Foot
    {}Toe = Toes
"""

GTA = """
SKEL_ROOT
 SKEL_Pelvis = hips
  SKEL_{}_Thigh = UpperLeg
   SKEL_{}_Calf = LowerLeg
    SKEL_{}_Foot = Foot
     SKEL_{}_Toe0 = Toes
   RB_{}_ThighRoll
  SKEL_Spine_Root
   SKEL_Spine0 = spine
    SKEL_Spine1
     SKEL_Spine2 = chest
      SKEL_Spine3 = upperChest
       SKEL_{}_Clavicle = Shoulder
        SKEL_{}_UpperArm = UpperArm
         SKEL_{}_Forearm = LowerArm
          SKEL_{}_Hand = Hand
           SKEL_{}_Finger00 = ThumbMetacarpal
            SKEL_{}_Finger01 = ThumbProximal
             SKEL_{}_Finger02 = ThumbDistal
           SKEL_{}_Finger10 = IndexProximal
            SKEL_{}_Finger11 = IndexIntermediate
             SKEL_{}_Finger12 = IndexDistal
           SKEL_{}_Finger20 = MiddleProximal
            SKEL_{}_Finger21 = MiddleIntermediate
             SKEL_{}_Finger22 = MiddleDistal
         RB_{}_ArmRoll
       SKEL_Neck_1 = neck
        SKEL_Head = head
"""

SIMS_4 = """
b__ROOT__
 b__Pelvis__ = hips
  b__{}_Thigh__ = UpperLeg
   b__{}_Calf__ = LowerLeg
    b__{}_Foot__ = Foot
     b__{}_Toe__ = Toes
  b__Spine0__ = spine
   b__Spine1__ = chest
    b__Spine2__ = upperChest
     b__{}_Breast__
     b__Neck__ = neck
      b__Head__ = head
       b__{}_Eye__ = Eye
     b__{}_Clavicle__ = Shoulder
      b__{}_UpperArm__ = UpperArm
       b__{}_UpperarmTwist__
       b__{}_Forearm__ = LowerArm
        b__{}_ForearmTwist__
        b__{}_Hand__ = Hand
         b__{}_Thumb0__ = ThumbMetacarpal
          b__{}_Thumb1__ = ThumbProximal
           b__{}_Thumb2__ = ThumbDistal
         b__{}_Index0__ = IndexProximal
          b__{}_Index1__ = IndexIntermediate
           b__{}_Index2__ = IndexDistal
         b__{}_Pinky0__ = LittleProximal
          b__{}_Pinky1__ = LittleIntermediate
           b__{}_Pinky2__ = LittleDistal
"""

FALLOUT = """
Root
 COM = hips
  Pelvis
   {}Leg_Thigh = UpperLeg
    {}Leg_Calf = LowerLeg
     {}Leg_Foot = Foot
      {}Leg_Toe1 = Toes
  SPINE1 = spine
   SPINE2 = chest
    Chest = upperChest
     {}Arm_Collarbone = Shoulder
      {}Arm_UpperArm = UpperArm
       {}Arm_UpperTwist1
       {}Arm_ForeArm1 = LowerArm
        {}Arm_ForeArm2
         {}Arm_ForeArm3
          {}Arm_Hand = Hand
     Neck = neck
      HEAD = head
"""

SMASH = """
Trans
 Rot
  Hip = hips
   Leg{}C
    Leg{} = UpperLeg
     Knee{} = LowerLeg
      Foot{} = Foot
       Toe{} = Toes
   Waist = spine
    Bust = chest
     ClavicleC
      Clavicle{} = Shoulder
       Shoulder{} = UpperArm
        Arm{} = LowerArm
         Hand{} = Hand
     Neck = neck
      Head = head
"""

NINTENDO = """
Skl_Root = hips
 Leg_1_{} = UpperLeg
  Leg_2_{} = LowerLeg
   Ankle_{} = Foot
    Toe_{} = Toes
 Spine_1 = spine
  Spine_2 = chest
   Neck = neck
    Head = head
   Clavicle_{} = Shoulder
    Arm_1_{} = UpperArm
     Arm_2_{} = LowerArm
      Wrist_{} = Hand
       Finger_A_1_{}
"""

FINAL_FANTASY = """
n_root
 n_hara
  j_kosi = hips
   j_asi_a_{} = UpperLeg
    j_asi_b_{} = LowerLeg
     j_asi_d_{} = Foot
      j_asi_e_{} = Toes
   j_sebo_a = spine
    j_sebo_b = chest
     j_sebo_c = upperChest
      j_kubi = neck
       j_kao = head
      j_sako_{} = Shoulder
       j_ude_a_{} = UpperArm
        j_ude_b_{} = LowerArm
         j_te_{} = Hand
"""

KYLE = """
Root
 Hip = hips
  Ribs = spine
   {}_Shoulder_Joint_01 = Shoulder
    {}_Upper_Arm_Joint_01 = UpperArm
     {}_Forearm_Joint_01 = LowerArm
      {}_Wrist_Joint_01 = Hand
       {}_Thumb_Joint_01a = ThumbMetacarpal
        {}_Thumb_Joint_01b = ThumbProximal
         {}_Thumb_Joint_01c = ThumbDistal
   Neck = neck
    Head = head
  {}_Thigh_Joint_01 = UpperLeg
   {}_Knee_Joint_01 = LowerLeg
    {}_Ankle_Joint_01 = Foot
     {}_Toe_Joint_01 = Toes
"""

NUITRACK = """
waist = hips
 torso = spine
  neck = neck
   head = head
  {}_collar = Shoulder
   {}_shoulder = UpperArm
    {}_elbow = LowerArm
     {}_wrist = Hand
      {}_hand
 {}_hip = UpperLeg
  {}_knee = LowerLeg
   {}_ankle = Foot
"""

QUEST = """
Body_Root
 Body_Hips = hips
  Body_SpineLower = spine
   Body_SpineMiddle
    Body_SpineUpper = chest
     Body_Chest = upperChest
      Body_Neck = neck
       Body_Head = head
      Body_{}Shoulder = Shoulder
       Body_{}Scapula
       Body_{}ArmUpper = UpperArm
        Body_{}ArmLower = LowerArm
         Body_{}HandWristTwist
         Body_{}HandWrist = Hand
          Body_{}HandThumbMetacarpal = ThumbMetacarpal
           Body_{}HandThumbProximal = ThumbProximal
            Body_{}HandThumbDistal = ThumbDistal
             Body_{}HandThumbTip
          Body_{}HandIndexMetacarpal
           Body_{}HandIndexProximal = IndexProximal
            Body_{}HandIndexIntermediate = IndexIntermediate
             Body_{}HandIndexDistal = IndexDistal
  Body_{}LegUpper = UpperLeg
   Body_{}LegLower = LowerLeg
    Body_{}FootAnkle = Foot
     Body_{}FootBall = Toes
"""

DEEPMOTION = """
hips_JNT = hips
 {}_upleg_JNT = UpperLeg
  {}_leg_JNT = LowerLeg
   {}_foot_JNT = Foot
    {}_toebase_JNT = Toes
 spine_JNT = spine
  spine1_JNT = chest
   spine2_JNT = upperChest
    neck_JNT = neck
     head_JNT = head
    {}_shoulder_JNT = Shoulder
     {}_arm_JNT = UpperArm
      {}_forearm_JNT = LowerArm
       {}_hand_JNT = Hand
        {}_handThumb1_JNT = ThumbMetacarpal
         {}_handThumb2_JNT = ThumbProximal
          {}_handThumb3_JNT = ThumbDistal
"""

H_ANIM = """
humanoid_root = hips
 sacroiliac
  {}_hip = UpperLeg
   {}_knee = LowerLeg
    {}_talocrural = Foot
     {}_metatarsophalangeal_2 = Toes
 vl5 = spine
  vt12 = chest
   vt4 = upperChest
    vc7 = neck
     skullbase = head
    {}_sternoclavicular = Shoulder
     {}_acromioclavicular
      {}_shoulder = UpperArm
       {}_elbow = LowerArm
        {}_radiocarpal = Hand
"""

CHARACTERIZED = """
Character1_Reference
 Character1_Hips = hips
  Character1_{}UpLeg = UpperLeg
   Character1_{}Leg = LowerLeg
    Character1_{}Foot = Foot
     Character1_{}ToeBase = Toes
  Character1_Spine = spine
   Character1_Spine1 = chest
    Character1_Spine2 = upperChest
     Character1_{}Shoulder = Shoulder
      Character1_{}Arm = UpperArm
       Character1_{}ArmRoll
       Character1_{}ForeArm = LowerArm
        Character1_{}ForeArmRoll
        Character1_{}Hand = Hand
         Character1_{}HandThumb1 = ThumbMetacarpal
          Character1_{}HandThumb2 = ThumbProximal
           Character1_{}HandThumb3 = ThumbDistal
         Character1_{}InHandIndex
          Character1_{}HandIndex1 = IndexProximal
           Character1_{}HandIndex2 = IndexIntermediate
            Character1_{}HandIndex3 = IndexDistal
     Character1_Neck = neck
      Character1_Head = head
"""

RIGIFY_DEFORM = """
DEF-spine = hips
 DEF-pelvis.{}
 DEF-spine.001 = spine
  DEF-spine.002 = chest
   DEF-spine.003 = upperChest
    DEF-breast.{}
    DEF-spine.004 = neck
     DEF-spine.005
      DEF-spine.006 = head
    DEF-shoulder.{} = Shoulder
     DEF-upper_arm.{} = UpperArm
      DEF-upper_arm.{}.001
       DEF-forearm.{} = LowerArm
        DEF-forearm.{}.001
         DEF-hand.{} = Hand
          DEF-palm.01.{}
           DEF-f_index.01.{} = IndexProximal
            DEF-f_index.02.{} = IndexIntermediate
             DEF-f_index.03.{} = IndexDistal
          DEF-thumb.01.{} = ThumbMetacarpal
           DEF-thumb.02.{} = ThumbProximal
            DEF-thumb.03.{} = ThumbDistal
 DEF-thigh.{} = UpperLeg
  DEF-thigh.{}.001
   DEF-shin.{} = LowerLeg
    DEF-shin.{}.001
     DEF-foot.{} = Foot
      DEF-toe.{} = Toes
"""

HUMAN_36M = """
Hips = hips
 {}UpLeg = UpperLeg
  {}Leg = LowerLeg
   {}Foot = Foot
    {}ToeBase = Toes
 Spine = spine
  Spine1 = chest
   Neck = neck
    Head = head
   {}Shoulder = Shoulder
    {}Arm = UpperArm
     {}ForeArm = LowerArm
      {}Hand = Hand
       {}HandThumb = ThumbMetacarpal
       {}Wrist_End
"""

SOULS = """
Master
 Pelvis = hips
  {}_Thigh = UpperLeg
   {}_Calf = LowerLeg
    {}_Foot = Foot
     {}_Toe0 = Toes
 RootRotY
  RootRotXZ
   Spine = spine
    Spine1 = chest
     Neck = neck
      Head = head
      {}_Clavicle = Shoulder
       {}_UpperArm = UpperArm
        {}_UpArmTwist
        {}_Forearm = LowerArm
         {}_ForeTwist
         {}_Hand = Hand
          {}_Weapon
"""

KAYKIT = """
root
 hips = hips
  spine = spine
   chest = chest
    head = head
    upperarm.{} = UpperArm
     lowerarm.{} = LowerArm
      wrist.{}
       hand.{} = Hand
        handslot.{}
  upperleg.{} = UpperLeg
   lowerleg.{} = LowerLeg
    foot.{} = Foot
     toes.{} = Toes
 kneeIK.{}
 heelIK.{}
"""

FURTHER: dict[str, tuple[str, tuple[str, str]]] = {
    "MetaHuman": (METAHUMAN, ("l", "r")),
    "XNALara": (XNALARA, ("left", "right")),
    "MB-Lab": (MB_LAB, ("L", "R")),
    "ARKit": (ARKIT, ("left", "right")),
    "Synty": (SYNTY, ("L", "R")),
    "100STYLE": (STYLE_100, ("Left", "Right")),
    "GTA": (GTA, ("L", "R")),
    "The Sims 4": (SIMS_4, ("L", "R")),
    "Fallout": (FALLOUT, ("L", "R")),
    "Smash": (SMASH, ("L", "R")),
    "Nintendo": (NINTENDO, ("L", "R")),
    "Final Fantasy": (FINAL_FANTASY, ("l", "r")),
    "Robot Kyle": (KYLE, ("Left", "Right")),
    "Nuitrack": (NUITRACK, ("left", "right")),
    "Quest": (QUEST, ("Left", "Right")),
    "DeepMotion": (DEEPMOTION, ("l", "r")),
    "H-Anim": (H_ANIM, ("l", "r")),
    "HumanIK with a prefix": (CHARACTERIZED, ("Left", "Right")),
    "Rigify deform bones": (RIGIFY_DEFORM, ("L", "R")),
    "Human3.6M": (HUMAN_36M, ("Left", "Right")),
    "Dark Souls": (SOULS, ("L", "R")),
    "KayKit": (KAYKIT, ("l", "r")),
}
"""By the name of the convention: the tree, and how it names the left and the right side."""
