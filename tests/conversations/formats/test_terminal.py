"""Captures of `ollama run`, and the Modelfiles in which it saves a chat."""

from memtui.conversations.conversation import Role
from tests.conversations.formats.reading import only, opened, roles, said

HINT = "\x1b[38;5;245mSend a message (/? for help)\x1b[28D\x1b[0m"


def test_a_capture_is_read_as_it_was_seen() -> None:
    made = opened(
        "$ ollama run llama3.2\n\x1b[?25lpulling manifest ⠋ \x1b[K\x1b[?25h\nsuccess \n"
        f">>> {HINT}\x1b[KI live in Recifr\b \be.\r\n"
        "\x1b[?25l⠙ \x1b[K\x1b[?25h\x1b[2K\x1b[1G"
        "Lovely to he\x1b[2D\x1b[K\r\nhear. Tell me.\r\n\r\n"
        '>>> """I like tea.\r\n... And Apollo.\r\n... """\r\nNoted.\r\n\r\n'
        "total duration:       1.2s\r\neval rate:            30 tokens/s\r\n"
        ">>> /show info\r\n  Model\r\n    architecture llama\r\n\r\n"
        f">>> {HINT}\r\n>>> /bye\r\n$ ls\r\n",
        "capture.txt",
    )
    (conversation,) = made.conversations
    assert made.format == "terminal prompts"
    assert said(conversation) == [
        ("You", "I live in Recife."),
        ("Assistant", "Lovely to\nhear. Tell me."),
        ("You", "I like tea.\nAnd Apollo."),
        ("Assistant", "Noted."),
    ]
    assert roles(conversation) == [Role.PERSON, Role.MODEL] * 2
    assert made.left_out == {"timings": 2, "commands and their output": 2}


def test_what_a_model_thought_is_left_out() -> None:
    made = opened(
        ">>> Hi\nThinking...\nThe user says hi.\n\n...done thinking.\n\nHello!\n\n"
        ">>> Bye\n<think>\nhm\n</think>\nBye!\n"
    )
    assert [text for _, text in said(made.conversations[0])] == ["Hi", "Hello!", "Bye", "Bye!"]
    assert made.left_out == {"thinking": 2}


def test_a_spinner_that_was_not_wiped_off_hides_no_prompt() -> None:
    made = opened(
        "$ ollama run qwen3\n\x1b[?25l⠋ \x1b[?25h>>> I am Nina.\n\nHi Nina!\n\n>>> /bye\n"
    )
    assert made.format == "terminal prompts"
    assert said(made.conversations[0]) == [("You", "I am Nina."), ("Assistant", "Hi Nina!")]


def test_other_texts_with_prompts_are_no_captures() -> None:
    assert opened("How to use it:\n>>> import this\n").format == "plain text"


def test_a_modelfile_holds_the_chat_that_was_saved() -> None:
    made = opened(
        "# saved\nFROM llama3.2\nPARAMETER temperature 1\nSYSTEM Be brief.\n"
        "MESSAGE system Be kind.\nMESSAGE user I moved to Recife.\n"
        'MESSAGE assistant """Good.\n\nTell me more."""\nmessage user "Later."\n',
        "Modelfile",
    )
    assert made.format == "Modelfile"
    assert said(made.conversations[0]) == [
        ("user", "I moved to Recife."),
        ("assistant", "Good.\n\nTell me more."),
        ("user", "Later."),
    ]
    assert made.left_out == {"system turns": 1}


def test_a_modelfile_without_a_chat_is_not_one() -> None:
    assert opened("FROM llama3.2\nSYSTEM Be brief.\n").format != "Modelfile"
    assert only("FROM llama3.2\nSYSTEM Be brief.\n").turns[0].role is Role.PERSON
