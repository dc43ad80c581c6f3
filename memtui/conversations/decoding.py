"""Bytes become text: what is no text at all is refused, encodings are told apart.

A byte order mark decides; then strict UTF-8; then Windows-1252, with a warning.
"""

import codecs
import io
import re
from dataclasses import dataclass

from memtui.conversations.layout import Stream
from memtui.conversations.source import SUGGESTION, unreadable

_UNPACK = "Unpack it first, then choose the conversation inside it."
_SIGNATURES: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"SQLite format 3\0", "a SQLite database", "Export the conversation from its app first."),
    (0, b"PK\x03\x04", "a zip archive that is damaged or not complete", "Download it again."),
    (0, b"PK\x05\x06", "an empty zip archive", SUGGESTION),
    (0, b"PK\x07\x08", "a zip archive in parts", _UNPACK),
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


@dataclass(frozen=True, slots=True)
class Encoding:
    """How the bytes of a file are text: the codec, how long the mark before them is, a warning."""

    name: str
    mark: int = 0
    warning: str = ""


def encoding_of(head: bytes, name: str) -> Encoding:
    """Tell the encoding of a file by its first bytes, or by all of them.

    Args:
        head: The first bytes.
        name: The file's name, for messages.

    Raises:
        MemtuiError: `CONVERSATION_UNREADABLE` when it is empty or no text.
    """
    if not head.strip():
        unreadable(name, "is empty")
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            if not head[len(mark) :].decode(encoding, "replace").strip():
                unreadable(name, "is empty")
            return Encoding(encoding, len(mark))
    _refuse_signatures(head, name)
    if utf16 := _utf16_without_mark(head):
        return Encoding(utf16, 0, f"It was read as {utf16.upper()}.")
    if len(_CONTROLS.findall(head[:65536])) > _CONTROLS_IN_TEXT * len(head[:65536]):
        unreadable(name, "is a binary file, not text")
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as problem:
        if problem.reason == "unexpected end of data":
            return Encoding("utf-8")
        read = head.decode("utf-8", "replace")
        damaged = read.count("\ufffd")
        if sum(character > "\x7f" for character in read) > 2 * damaged:
            return Encoding("utf-8", 0, "Some characters in it are damaged.")
        return Encoding(
            "cp1252", 0, "It is not UTF-8, so it was read as Windows-1252: look at the accents."
        )
    return Encoding("utf-8")


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
    encoding = encoding_of(data, name)
    warnings = [encoding.warning] if encoding.warning else []
    try:
        return data[encoding.mark :].decode(encoding.name), tuple(warnings)
    except UnicodeDecodeError as problem:
        if problem.reason == "unexpected end of data" and not warnings:
            warnings.append("The last character is cut off.")
            return data[encoding.mark : problem.start].decode(encoding.name), tuple(warnings)
    return data[encoding.mark :].decode(encoding.name, "replace"), tuple(warnings)


class Transcoded(io.RawIOBase):
    """A stream of bytes in any encoding, read as UTF-8."""

    def __init__(self, stream: Stream, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._held = b""

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1, /) -> bytes:
        """So many bytes, fewer at the end."""
        while size < 0 or len(self._held) < size:
            read = self._stream.read(1 << 20)
            self._held += self._decoder.decode(read, not read).encode("utf-8", "replace")
            if not read:
                break
        size = len(self._held) if size < 0 else size
        given, self._held = self._held[:size], self._held[size:]
        return given

    def close(self) -> None:
        """Close what is read."""
        self._stream.close()
        super().close()


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
