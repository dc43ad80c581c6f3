"""memtui's own two themes; every other theme of Textual works too."""

from textual.theme import Theme

DARK = Theme(
    name="memtui-dark",
    primary="#7aa2c9",
    secondary="#8fb8a0",
    accent="#8ab4e8",
    warning="#e0b35a",
    error="#e8858a",
    success="#8fc79a",
    foreground="#dcdfe4",
    background="#16181c",
    surface="#16181c",
    panel="#22262c",
    dark=True,
    variables={
        "text-muted": "#969daa",
        "block-cursor-background": "#2f4a6b",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-blurred-background": "#2a3440",
        "block-cursor-blurred-foreground": "#ffffff",
        "footer-key-foreground": "#8ab4e8",
    },
)

LIGHT = Theme(
    name="memtui-light",
    primary="#1f5c99",
    secondary="#2f6b47",
    accent="#1d5a96",
    warning="#7a5200",
    error="#a3262e",
    success="#22663a",
    foreground="#1d2126",
    background="#fbfbf9",
    surface="#fbfbf9",
    panel="#edeeec",
    dark=False,
    variables={
        "text-muted": "#5c636e",
        "block-cursor-background": "#b8d0ec",
        "block-cursor-foreground": "#10151b",
        "block-cursor-blurred-background": "#c8cfd8",
        "block-cursor-blurred-foreground": "#10151b",
        "footer-key-foreground": "#1d5a96",
    },
)

THEMES = (DARK, LIGHT)
