"""Every format that is read, one module each, in the order in which they are told apart.

The specific stand before the general. A module exports `FORMAT` or `FORMATS`, and `COMPANIONS`.
"""

from memtui.conversations.formats import labelled, markdown, messages
from memtui.conversations.reader import Companion, RecordFormat, TextFormat

RECORDS: tuple[RecordFormat, ...] = (
    # The loosest comes last.
    messages.FORMAT,
)
TEXTS: tuple[TextFormat, ...] = ()
# Texts without a sign of their own: the first that finds somebody who speaks has it.
LOOSE_TEXTS: tuple[TextFormat, ...] = (markdown.FORMAT, *labelled.FORMATS)
COMPANIONS: tuple[Companion, ...] = ()
