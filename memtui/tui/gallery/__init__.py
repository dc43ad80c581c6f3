"""Every screen and dialog drawn at two sizes, dark and light: `scenes` lists them, `draw` draws.

`plays` come to a screen, `server` is what answers as Ollama does meanwhile.
"""
