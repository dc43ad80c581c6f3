"""Bytes become text: what is no text at all is refused, encodings are told apart.

A byte order mark decides; then strict UTF-8; then Windows-1252, with a warning.
"""

import codecs
import re

from memtui.conversations.source import SUGGESTION, unreadable

_UNPACK = "Unpack it first, then choose the conversation inside it."
_SIGNATURES: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"SQLite format 3\0", "a SQLite database", "Export the conversation from its app first."),
    (0, b"PK\x03\x04", "a zip archive", _UNPACK),
    (0, b"PK\x05\x06", "an empty zip archive", SUGGESTION),
    (0, b"\x1f\x8b", "a gzip archive", _UNPACK),
    (0, b"BZh", "a bzip2 archive", _UNPACK),
    (0, b"\xfd7zXZ\0", "an xz archive", _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "a zstd archive", _UNPACK),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (0, b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (257, b"ustar", "a tar archive", _UNPACK),
    (0, b"%PDF-", "a PDF document", "Copy its text into a .txt file and choose that."),
    (0, b"{\\rtf", "a rich text document", "Save it as plain text and choose that."),
    (0, b"\xd0\xcf\x11\xe0", "an Office document", "Save it as plain text and choose that."),
    (0, b"\x89PNG\r\n", "an image", SUGGESTION),
    (0, b"\xff\xd8\xff", "an image", SUGGESTION),
    (0, b"GIF8", "an image", SUGGESTION),
    (8, b"WEBP", "an image", SUGGESTION),
    (4, b"ftyp", "a video or sound file", SUGGESTION),
    (0, b"OggS", "a sound file", SUGGESTION),
    (0, b"ID3", "a sound file", SUGGESTION),
    (0, b"RIFF", "a sound or video file", SUGGESTION),
    (0, b"\x7fELF", "a program", SUGGESTION),
    (0, b"MZ\x90\0", "a program", SUGGESTION),
)
_OFFICE = {
    b"word/": "a Word document",
    b"xl/": "a spreadsheet",
    b"ppt/": "a presentation",
    b"mimetypeapplication/epub": "an e-book",
    b"mimetypeapplication/vnd.oasis": "an OpenDocument file",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
# Of random bytes about a tenth are control characters; of a captured terminal, hardly any.
_CONTROLS_IN_TEXT = 0.05


def decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """Decode a file's bytes.

    Args:
        data: The whole file.
        name: Its name, for messages.

    Returns:
        The text, and warnings as sentences.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it is empty or no text.
    """
    if not data.strip():
        unreadable(name, "is empty")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace")
            if not text.strip():
                unreadable(name, "is empty")
            return text, ()
    _refuse_signatures(data, name)
    if utf16 := _utf16_without_mark(data):
        return data.decode(utf16, "replace"), (f"It was read as {utf16.upper()}.",)
    if len(_CONTROLS.findall(data[:65536])) > _CONTROLS_IN_TEXT * len(data[:65536]):
        unreadable(name, "is a binary file, not text")
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError as problem:
        if problem.reason == "unexpected end of data":
            return data[: problem.start].decode("utf-8"), ("The last character is cut off.",)
    return data.decode("cp1252", "replace"), (
        "It is not UTF-8, so it was read as Windows-1252: look at the accents.",
    )


def _refuse_signatures(data: bytes, name: str) -> None:
    for offset, signature, what, hint in _SIGNATURES:
        if data[offset : offset + len(signature)] == signature:
            office = next((kind for sign, kind in _OFFICE.items() if sign in data[:4096]), "")
            if signature.startswith(b"PK") and office:
                unreadable(name, f"is {office}", "Save it as plain text and choose that.")
            unreadable(name, f"is {what}, not a conversation", hint)


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[:4096]
    half = len(head) // 2
    if half < 2:
        return None
    if head[1::2].count(0) > 0.6 * half and head[::2].count(0) < 0.1 * half:
        return "utf-16-le"
    if head[::2].count(0) > 0.6 * half and head[1::2].count(0) < 0.1 * half:
        return "utf-16-be"
    return None
