"""A file becomes conversations of turns: one module per format, found by structure.

`opening` is the door; `conversation` holds the values that everyone else works with.
"""
