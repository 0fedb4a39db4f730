"""The rules of BVH files. The reader collects faults; each rule reports those with its id."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.records import replace
from pantin.formats.bvh.document import Document
from pantin.report import Finding, Rule, rule


def _faults(rule: Rule[[Document]], document: Document) -> Iterator[Finding]:
    for fault in document.faults:
        if fault.rule == rule.id:
            yield replace(rule.at(**fault.values), line=fault.line, column=fault.column)


@rule("BVH-NO_HIERARCHY", "error", "expected HIERARCHY, found {found}")
def no_hierarchy(document: Document) -> Iterator[Finding]:
    """File does not begin with HIERARCHY.

    What: A BVH file begins with the word HIERARCHY, then a ROOT.
    Why: It is probably a file of another format. Nothing of it can be read.
    Fix: Check that the file is BVH, and that nothing stands before HIERARCHY.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(no_hierarchy, document)


@rule("BVH-NO_ROOT", "error", "the hierarchy has no ROOT")
def no_root(document: Document) -> Iterator[Finding]:
    """Hierarchy has no joints.

    What: The section HIERARCHY must have at least one ROOT.
    Why: Without joints there is nothing to move.
    Fix: Export the file again, with a skeleton.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    if not document.joints and not any(fault.rule == "BVH-NO_HIERARCHY" for fault in document.faults):
        yield no_root.at()


@rule("BVH-KEYWORD", "error", "unknown keyword {word}: skipped the rest of the line")
def unknown_keyword(document: Document) -> Iterator[Finding]:
    """Unknown keyword in the hierarchy.

    What: The hierarchy consists of ROOT, JOINT, End Site, OFFSET, CHANNELS and braces.
    Why: Readers stop at any other word. Pantin skips the rest of the line.
    Fix: Correct the spelling, or remove the line.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(unknown_keyword, document)


@rule("BVH-SYNTAX", "error", "expected {expected}, found {found}")
def wrong_order(document: Document) -> Iterator[Finding]:
    """Word in the wrong place.

    What: A name after ROOT or JOINT is followed by a brace, OFFSET and CHANNELS are inside of a joint, and
    a ROOT is outside of any.
    Why: It is unclear which joint the word belongs to, so the tree may be another than you expect.
    Fix: Add or remove a brace where the message says.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(wrong_order, document)


@rule("BVH-TRUNCATED", "error", "{what}")
def truncated(document: Document) -> Iterator[Finding]:
    """File ends too early.

    What: Braces are not closed, or the last frame has fewer numbers than the others.
    Why: A part of the file is missing. A frame that is not complete is skipped.
    Fix: Copy or export the file again.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(truncated, document)


@rule("BVH-OFFSET", "error", "{what}")
def bad_offset(document: Document) -> Iterator[Finding]:
    """Joint has no complete offset.

    What: Every joint and every End Site has an OFFSET with three numbers.
    Why: Without it the position of the joint is unknown. Pantin takes 0 for missing numbers.
    Fix: Write the offset from the parent, such as `OFFSET 0.0 10.5 0.0`.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(bad_offset, document)


@rule("BVH-CHANNEL_COUNT", "error", "{what}")
def wrong_channel_count(document: Document) -> Iterator[Finding]:
    """Number of channels does not match the list.

    What: CHANNELS is followed by the number of channels, then by their names.
    Why: Readers that trust the number assign the columns of frames to the wrong joints. Pantin uses the list.
    Fix: Correct the number.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(wrong_channel_count, document)


@rule("BVH-CHANNEL_NAME", "error", "{what}")
def unknown_channel(document: Document) -> Iterator[Finding]:
    """Channel is unknown or listed too often.

    What: Channels are Xposition, Yposition, Zposition, Xrotation, Yrotation and Zrotation, in any order. A
    joint has each position at most once, and at most three rotations.
    Why: Pantin ignores the column of an unknown channel, of a position that is listed again, and of a fourth
    rotation.
    Fix: Correct the name, or remove the channel and its column.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(unknown_channel, document)


@rule("BVH-NAME", "warning", "joint {name} has the name of another joint")
def repeated_name(document: Document) -> Iterator[Finding]:
    """Two joints have the same name.

    What: The names of joints should be unique.
    Why: Programs find joints by name, and move the wrong one.
    Fix: Rename one of the joints.
    Source: the importers of Blender and MotionBuilder, which rename such joints.
    """
    yield from _faults(repeated_name, document)


@rule("BVH-NO_MOTION", "error", "the file has no section MOTION")
def no_motion(document: Document) -> Iterator[Finding]:
    """File has no motion.

    What: After the hierarchy there is the word MOTION, with the number of frames, their time, and their data.
    Why: The file is a skeleton alone, which many readers refuse.
    Fix: For a skeleton alone, write `MOTION`, `Frames: 0` and `Frame Time: 0.0333333`.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(no_motion, document)


@rule("BVH-FRAME_COUNT", "error", "{what}")
def wrong_frame_count(document: Document) -> Iterator[Finding]:
    """Number of frames does not match the data.

    What: `Frames:` states how many lines of data follow.
    Why: Readers that trust the number stop too early or fail at the end. Pantin uses the lines.
    Fix: Correct the number, or restore the missing lines.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(wrong_frame_count, document)


@rule("BVH-FRAME_TIME", "error", "{what}, expected a positive number of seconds; taken as 1/30")
def bad_frame_time(document: Document) -> Iterator[Finding]:
    """Frame time is missing or not positive.

    What: `Frame Time:` states the seconds from one frame to the next. A single frame may state 0.
    Why: The speed of the motion is unknown. Pantin plays 30 frames a second.
    Fix: Write the time, such as `Frame Time: 0.0083333` for 120 frames a second.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(bad_frame_time, document)


@rule("BVH-VALUE_COUNT", "error", "{what}: skipped")
def wrong_value_count(document: Document) -> Iterator[Finding]:
    """Line of a frame has too few or too many numbers.

    What: Each line after the frame time is a frame, with one number for each channel of the hierarchy.
    Why: It is unclear which joint the numbers belong to. Pantin skips the frame.
    Fix: Correct the line, or the channels of the hierarchy.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(wrong_value_count, document)


@rule("BVH-WRAPPED", "warning", "frames are spread over several lines: {what}")
def wrapped_frame(document: Document) -> Iterator[Finding]:
    """Frame takes several lines.

    What: Each line after the frame time should be a whole frame.
    Why: The numbers are complete, and Pantin reads them, but readers that go by lines do not.
    Fix: Join the lines of each frame.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(wrapped_frame, document)


@rule("BVH-NUMBER", "error", "expected a number, found {what}: skipped")
def not_a_number(document: Document) -> Iterator[Finding]:
    """Word in place of a number.

    What: The lines after the frame time consist of decimal numbers.
    Why: The value of the channel is unknown. Pantin skips the frame.
    Fix: Correct the number, or remove what is not one.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(not_a_number, document)


@rule("BVH-NOT_FINITE", "error", "a number is not finite: {what}")
def not_finite(document: Document) -> Iterator[Finding]:
    """Number is not finite.

    What: Offsets and frames must not have NaN or infinite numbers.
    Why: They come from a failed computation, and make the joint and everything below it disappear. Pantin
    skips the frame, and takes 0 for an offset.
    Fix: Repair the frame in the program that made it, or remove it.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(not_finite, document)


@rule("BVH-COMMA", "warning", "the numbers have commas {what}")
def decimal_comma(document: Document) -> Iterator[Finding]:
    """Numbers with commas.

    What: Numbers are separated by spaces, and have a decimal point.
    Why: A program in another language wrote a comma. Pantin reads such numbers; other readers do not.
    Fix: Write a point in place of the comma, or a space between numbers.
    Source: Motion Capture File Formats Explained (Lander 1998), Biovision.
    """
    yield from _faults(decimal_comma, document)


RULES: tuple[Rule[[Document]], ...] = (
    no_hierarchy,
    no_root,
    unknown_keyword,
    wrong_order,
    truncated,
    bad_offset,
    wrong_channel_count,
    unknown_channel,
    repeated_name,
    no_motion,
    wrong_frame_count,
    bad_frame_time,
    wrong_value_count,
    wrapped_frame,
    not_a_number,
    not_finite,
    decimal_comma,
)


def check(document: Document) -> list[Finding]:
    """The findings of all rules, in the order of the file."""
    findings = [finding for rule in RULES for finding in rule(document)]
    return sorted(findings, key=lambda finding: (finding.line or 0, finding.column or 0))
