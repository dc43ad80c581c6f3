"""Every format that is read, one module each, in the order in which they are told apart.

The specific stand before the general. A module exports `FORMAT` or `FORMATS`, and `COMPANIONS`.
"""

from memtui.conversations.formats import (
    aider,
    aistudio,
    chatgpt,
    claude,
    claude_code,
    codex,
    continue_,
    copilot,
    deepseek,
    discord,
    gemini,
    gemini_cli,
    gemini_page,
    grok,
    irc,
    jan,
    labelled,
    librechat,
    llamacpp,
    lmstudio,
    mail,
    markdown,
    messages,
    messenger,
    modelfile,
    openwebui,
    sharegpt,
    sillytavern,
    slack,
    specstory,
    subtitles,
    telegram,
    terminal,
    web_page,
    whatsapp,
)
from memtui.conversations.reader import Companion, RecordFormat, TextFormat

RECORDS: tuple[RecordFormat, ...] = (
    # DeepSeek's trees look like those of ChatGPT.
    deepseek.FORMAT,
    chatgpt.FORMAT,
    claude.FORMAT,
    *openwebui.FORMATS,
    aistudio.FORMAT,
    gemini.FORMAT,
    grok.FORMAT,
    sharegpt.FORMAT,
    lmstudio.FORMAT,
    librechat.FORMAT,
    llamacpp.FORMAT,
    jan.FORMAT,
    sillytavern.FORMAT,
    *discord.FORMATS,
    messenger.FORMAT,
    *telegram.FORMATS,
    slack.FORMAT,
    gemini_cli.FORMAT,
    codex.FORMAT,
    *claude_code.FORMATS,
    continue_.FORMAT,
    # The loosest comes last.
    messages.FORMAT,
)
TEXTS: tuple[TextFormat, ...] = (
    chatgpt.PAGE,
    gemini_page.FORMAT,
    copilot.FORMAT,
    specstory.FORMAT,
    aider.FORMAT,
    subtitles.FORMAT,
    modelfile.FORMAT,
    terminal.FORMAT,
    mail.FORMAT,
    whatsapp.FORMAT,
    irc.FORMAT,
    web_page.FORMAT,
)
# Texts without a sign of their own: the first that finds somebody who speaks has it.
LOOSE_TEXTS: tuple[TextFormat, ...] = (markdown.FORMAT, *labelled.FORMATS)
COMPANIONS: tuple[Companion, ...] = (
    *chatgpt.COMPANIONS,
    *claude.COMPANIONS,
    *gemini.COMPANIONS,
    *jan.COMPANIONS,
    *slack.COMPANIONS,
    *discord.COMPANIONS,
    *claude_code.COMPANIONS,
    *codex.COMPANIONS,
    *gemini_cli.COMPANIONS,
    *continue_.COMPANIONS,
)
