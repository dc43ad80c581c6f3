"""What a person has open: one memory with its search, extractor, undo, drafts and declined facts.

The app and the command line do everything through a `Desk`.
"""
