"""More names of humanoid skeletons, in the notation of `skeletons.parse`."""

from __future__ import annotations

JOINTS = """
Hips = hips
 Chest = spine
  Chest2 = chest
   Chest3 = upperChest
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

NO_COLLAR = """
Hips = hips
 Spine = spine
  Chest = chest
   Neck = neck
    Head = head
   {}Shoulder = UpperArm
    {}Elbow = LowerArm
     {}Wrist = Hand
 {}Hip = UpperLeg
  {}Knee = LowerLeg
   {}Ankle = Foot
"""

ASF = """
root = hips
 {}hipjoint
  {}femur = UpperLeg
   {}tibia = LowerLeg
    {}foot = Foot
     {}toes = Toes
 lowerback = spine
  upperback = chest
   thorax = upperChest
    lowerneck = neck
     upperneck
      head = head
    {}clavicle = Shoulder
     {}humerus = UpperArm
      {}radius = LowerArm
       {}wrist = Hand
        {}hand
         {}fingers
"""

OPTITRACK = """
Hips = hips
 Ab = spine
  Chest = chest
   Neck = neck
    Head = head
   {}Shoulder = Shoulder
    {}UArm = UpperArm
     {}FArm = LowerArm
      {}Hand = Hand
 {}Thigh = UpperLeg
  {}Shin = LowerLeg
   {}Foot = Foot
    {}Toe = Toes
"""

SECOND_LIFE = """
mPelvis = hips
 mTorso = spine
  mChest = chest
   mNeck = neck
    mHead = head
     mSkull
     mEye{} = Eye
   mCollar{} = Shoulder
    mShoulder{} = UpperArm
     mElbow{} = LowerArm
      mWrist{} = Hand
       mHandThumb1{} = ThumbMetacarpal
        mHandThumb2{} = ThumbProximal
         mHandThumb3{} = ThumbDistal
       mHandIndex1{} = IndexProximal
        mHandIndex2{} = IndexIntermediate
         mHandIndex3{} = IndexDistal
 mHip{} = UpperLeg
  mKnee{} = LowerLeg
   mAnkle{} = Foot
    mFoot{}
     mToe{} = Toes
"""

ADVANCED_SKELETON = """
Root_M = hips
 Spine1_M = spine
  Spine2_M = chest
   Chest_M = upperChest
    Neck_M = neck
     Head_M = head
      Jaw_M = jaw
      Eye_{} = Eye
    Scapula_{} = Shoulder
     Shoulder_{} = UpperArm
      ShoulderPart1_{}
      Elbow_{} = LowerArm
       ElbowPart1_{}
       Wrist_{} = Hand
        ThumbFinger1_{} = ThumbMetacarpal
         ThumbFinger2_{} = ThumbProximal
          ThumbFinger3_{} = ThumbDistal
        IndexFinger1_{} = IndexProximal
         IndexFinger2_{} = IndexIntermediate
          IndexFinger3_{} = IndexDistal
 Hip_{} = UpperLeg
  Knee_{} = LowerLeg
   Ankle_{} = Foot
    Toes_{} = Toes
     ToesEnd_{}
"""

AUTO_RIG_PRO = """
root.x = hips
 spine_01.x = spine
  spine_02.x = chest
   spine_03.x = upperChest
    neck.x = neck
     head.x = head
    shoulder.{} = Shoulder
     arm_stretch.{} = UpperArm
      arm_twist.{}
      forearm_stretch.{} = LowerArm
       forearm_twist.{}
       hand.{} = Hand
        thumb1.{} = ThumbMetacarpal
         thumb2.{} = ThumbProximal
          thumb3.{} = ThumbDistal
        index1_base.{}
         index1.{} = IndexProximal
          index2.{} = IndexIntermediate
           index3.{} = IndexDistal
 thigh_stretch.{} = UpperLeg
  thigh_twist.{}
  leg_stretch.{} = LowerLeg
   leg_twist.{}
   foot.{} = Foot
    toes_01.{} = Toes
"""

KINECT = """
PELVIS = hips
 SPINE_NAVEL = spine
  SPINE_CHEST = chest
   NECK = neck
    HEAD = head
   CLAVICLE_{} = Shoulder
    SHOULDER_{} = UpperArm
     ELBOW_{} = LowerArm
      WRIST_{} = Hand
       HAND_{}
        HANDTIP_{}
 HIP_{} = UpperLeg
  KNEE_{} = LowerLeg
   ANKLE_{} = Foot
    FOOT_{} = Toes
"""

ROBLOX = """
HumanoidRootPart
 LowerTorso = hips
  UpperTorso = spine
   Head = head
   {}UpperArm = UpperArm
    {}LowerArm = LowerArm
     {}Hand = Hand
  {}UpperLeg = UpperLeg
   {}LowerLeg = LowerLeg
    {}Foot = Foot
"""

VALVE = """
ValveBiped.Bip01_Pelvis = hips
 ValveBiped.Bip01_{}_Thigh = UpperLeg
  ValveBiped.Bip01_{}_Calf = LowerLeg
   ValveBiped.Bip01_{}_Foot = Foot
    ValveBiped.Bip01_{}_Toe0 = Toes
 ValveBiped.Bip01_Spine = spine
  ValveBiped.Bip01_Spine1 = chest
   ValveBiped.Bip01_Spine2 = upperChest
    ValveBiped.Bip01_{}_Clavicle = Shoulder
     ValveBiped.Bip01_{}_UpperArm = UpperArm
      ValveBiped.Bip01_{}_Trapezius
      ValveBiped.Bip01_{}_Forearm = LowerArm
       ValveBiped.Bip01_{}_Hand = Hand
    ValveBiped.Bip01_Neck1 = neck
     ValveBiped.Bip01_Head1 = head
"""

LOWER_CASE = """
hips = hips
 spine = spine
  spine1 = chest
   spine2 = upperChest
    neck = neck
     head = head
    {}shoulder = Shoulder
     {}arm = UpperArm
      {}forearm = LowerArm
       {}hand = Hand
 {}upleg = UpperLeg
  {}leg = LowerLeg
   {}foot = Foot
    {}toebase = Toes
"""

UNSEPARATED = LOWER_CASE.replace("upleg", "thigh").replace("}leg", "}calf").replace("}arm", "}upperarm")

LEG_KNEE = """
Armature
 hips_JNT = hips
  spine_JNT = spine
   chest_JNT = chest
    neck_JNT = neck
     head_JNT = head
    {}_arm_JNT = UpperArm
     {}_elbow_JNT = LowerArm
      {}_hand_JNT = Hand
  {}_leg_JNT = UpperLeg
   {}_knee_JNT = LowerLeg
    {}_foot_JNT = Foot
"""

SOURCE_2 = """
pelvis = hips
 spine_0 = spine
  spine_1 = chest
   spine_2 = upperChest
    neck_0 = neck
     head_0 = head
    clavicle_{} = Shoulder
     arm_upper_{} = UpperArm
      arm_lower_{} = LowerArm
       hand_{} = Hand
        finger_thumb_0_{} = ThumbMetacarpal
         finger_thumb_1_{} = ThumbProximal
          finger_thumb_2_{} = ThumbDistal
        finger_index_meta_{}
         finger_index_0_{} = IndexProximal
          finger_index_1_{} = IndexIntermediate
           finger_index_2_{} = IndexDistal
        finger_pinky_meta_{}
         finger_pinky_0_{} = LittleProximal
          finger_pinky_1_{} = LittleIntermediate
           finger_pinky_2_{} = LittleDistal
      arm_upper_{}_TWIST
 leg_upper_{} = UpperLeg
  leg_upper_{}_TWIST
  leg_lower_{} = LowerLeg
   ankle_{} = Foot
    ball_{} = Toes
"""

CATS = """
Armature
 Hips = hips
  Spine = spine
   Chest = chest
    Neck = neck
     Head = head
      Eye_{} = Eye
    {} shoulder = Shoulder
     {} arm = UpperArm
      {} elbow = LowerArm
       {} wrist = Hand
        Thumb0_{} = ThumbMetacarpal
         Thumb1_{} = ThumbProximal
          Thumb2_{} = ThumbDistal
        IndexFinger1_{} = IndexProximal
         IndexFinger2_{} = IndexIntermediate
          IndexFinger3_{} = IndexDistal
  {} leg = UpperLeg
   {} knee = LowerLeg
    {} ankle = Foot
     {} toe = Toes
"""

POSER = """
BODY
 hip = hips
  abdomen = spine
   chest = chest
    neck = neck
     head = head
      {}Eye = Eye
    {}Collar = Shoulder
     {}Shldr = UpperArm
      {}ForeArm = LowerArm
       {}Hand = Hand
  {}Buttock
   {}Thigh = UpperLeg
    {}Shin = LowerLeg
     {}Foot = Foot
      {}Toe = Toes
"""

CASCADEUR = """
root
 pelvis = hips
  stomach = spine
   chest = chest
    neck = neck
     head = head
    clavicle_{} = Shoulder
     arm_{} = UpperArm
      forearm_{} = LowerArm
       hand_{} = Hand
  thigh_{} = UpperLeg
   calf_{} = LowerLeg
    foot_{} = Foot
     toe_{} = Toes
"""

KINECT_2 = """
SpineBase = hips
 SpineMid = spine
  SpineShoulder = chest
   Neck = neck
    Head = head
   Shoulder{} = UpperArm
    Elbow{} = LowerArm
     Wrist{} = Hand
      Hand{}
       HandTip{}
 Hip{} = UpperLeg
  Knee{} = LowerLeg
   Ankle{} = Foot
    Foot{} = Toes
"""

MAYA = """
C_root_JNT
 C_hip_JNT = hips
  C_spine01_JNT = spine
   C_spine02_JNT = chest
    C_spine03_JNT = upperChest
     C_neck_JNT = neck
      C_head_JNT = head
       C_jaw_JNT = jaw
     {}_clav_JNT = Shoulder
      {}_upArm_JNT = UpperArm
       {}_upArmTwist_JNT
       {}_loArm_JNT = LowerArm
        {}_loArmRoll_JNT
        {}_hand_JNT = Hand
         {}_thumbA_JNT = ThumbMetacarpal
          {}_thumbB_JNT = ThumbProximal
           {}_thumbC_JNT = ThumbDistal
         {}_indexA_JNT = IndexProximal
          {}_indexB_JNT = IndexIntermediate
           {}_indexC_JNT = IndexDistal
  {}_upLeg_JNT = UpperLeg
   {}_loLeg_JNT = LowerLeg
    {}_foot_JNT = Foot
     {}_ball_JNT = Toes
      {}_toe_JNT
"""

MAKEHUMAN = """
root = hips
 pelvis_{}
  upperleg01_{} = UpperLeg
   upperleg02_{}
    lowerleg01_{} = LowerLeg
     lowerleg02_{}
      foot_{} = Foot
       toe1-1_{}
        toe1-2_{}
       toe2-1_{}
 spine05 = spine
  spine04
   spine03 = chest
    spine02
     spine01 = upperChest
      clavicle_{} = Shoulder
       shoulder01_{}
        upperarm01_{} = UpperArm
         upperarm02_{}
          lowerarm01_{} = LowerArm
           lowerarm02_{}
            wrist_{} = Hand
             finger1-1_{} = ThumbMetacarpal
              finger1-2_{} = ThumbProximal
               finger1-3_{} = ThumbDistal
             metacarpal1_{}
              finger2-1_{} = IndexProximal
               finger2-2_{} = IndexIntermediate
                finger2-3_{} = IndexDistal
             metacarpal4_{}
              finger5-1_{} = LittleProximal
               finger5-2_{} = LittleIntermediate
                finger5-3_{} = LittleDistal
      neck01 = neck
       neck02
        neck03
         head = head
          jaw = jaw
          eye_{} = Eye
"""

SKYRIM = """
NPC Root [Root]
 NPC COM [COM ]
  NPC Pelvis [Pelv] = hips
   NPC {} Thigh [{}Thg] = UpperLeg
    NPC {} Calf [{}Clf] = LowerLeg
     NPC {} Foot [{}ft ] = Foot
      NPC {} Toe0 [{}Toe] = Toes
  NPC Spine [Spn0] = spine
   NPC Spine1 [Spn1] = chest
    NPC Spine2 [Spn2] = upperChest
     NPC Neck [Neck] = neck
      NPC Head [Head] = head
     NPC {} Clavicle [{}Clv] = Shoulder
      NPC {} UpperArm [{}Uar] = UpperArm
       NPC {} Forearm [{}Lar] = LowerArm
        NPC {} Hand [{}Hnd] = Hand
         NPC {} Finger00 [{}F00] = ThumbMetacarpal
          NPC {} Finger01 [{}F01] = ThumbProximal
           NPC {} Finger02 [{}F02] = ThumbDistal
         NPC {} Finger10 [{}F10] = IndexProximal
          NPC {} Finger11 [{}F11] = IndexIntermediate
           NPC {} Finger12 [{}F12] = IndexDistal
         NPC {} Finger40 [{}F40] = LittleProximal
          NPC {} Finger41 [{}F41] = LittleIntermediate
           NPC {} Finger42 [{}F42] = LittleDistal
"""

MMD_ENGLISH = """
center = hips
 upper body = spine
  upper body2 = chest
   neck = neck
    head = head
     eye_{} = Eye
   shoulder_{} = Shoulder
    arm_{} = UpperArm
     elbow_{} = LowerArm
      wrist_{} = Hand
       thumb0_{} = ThumbMetacarpal
        thumb1_{} = ThumbProximal
         thumb2_{} = ThumbDistal
       fore1_{} = IndexProximal
        fore2_{} = IndexIntermediate
         fore3_{} = IndexDistal
       third1_{} = RingProximal
        third2_{} = RingIntermediate
         third3_{} = RingDistal
 lower body
  leg_{} = UpperLeg
   knee_{} = LowerLeg
    ankle_{} = Foot
     toe_{} = Toes
leg IK_{}
 toe IK_{}
"""

NUMBERED = """
Root
 Pelvis = hips
  Torso = spine
   Neck = neck
    Head = head
   Arm1.{} = UpperArm
    Arm2.{} = LowerArm
     Arm3.{} = Hand
  Leg1.{} = UpperLeg
   Leg2.{} = LowerLeg
    Leg3.{} = Foot
     Leg4.{} = Toes
"""

GERMAN = """
Huefte = hips
 Bauch = spine
  Brust = chest
   Hals = neck
    Kopf = head
   {}_Oberarm = UpperArm
    {}_Unterarm = LowerArm
     {}_Hand = Hand
 {}_Oberschenkel = UpperLeg
  {}_Unterschenkel = LowerLeg
   {}_Fuss = Foot
    {}_Zehen = Toes
"""
