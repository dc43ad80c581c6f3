"""The domain: facts, timelines and the rules by which they change.

Pure: standard library only, no I/O, no clock and no ids of its own.
"""
