"""Proposals against a memory: what each would do, which are ticked, what is asked in the end."""
