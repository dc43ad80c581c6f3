"""memtui: curate what your AI assistants remember."""

__version__ = "0.1.0"
