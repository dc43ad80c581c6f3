"""What a person can set for a memory.

`form` is one setting as it is typed and read, `checks` says what cannot be, `every` lists them
all, `doing` writes them and tries them out, `page` writes `docs/settings.md`.
"""
