"""The command line: one module per command or small family, each loaded only when it is called.

`main` is the door; results go to standard output, everything else to standard error.
"""

from memtui.cli.run import main

__all__ = ["main"]
