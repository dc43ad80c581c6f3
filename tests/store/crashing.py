"""A process that dies at a chosen step of a change, for `test_durability`.

Called with the home folder, what to do, and the number of the step before which it is killed.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from memtui.facts.fact import Draft, Rules
from memtui.facts.keeping import ChangeRules, Forget, Keep, Rename, Request
from memtui.store.memory import Memory, fresh_id, utc_now
from tests.store.making import keeping

FORGOTTEN = "f_00000000000000aa"
REQUESTS: dict[str, Request] = {
    "keep": keeping("Zoe", "Zoe sings."),
    "replace": keeping("Ana", "Ana leads research.", said="2024-11-02"),
    "review": Keep(tuple(Draft(name, "role", f"{name} sings.") for name in ("Ana", "Bo", "Cy"))),
    "forget": Forget((FORGOTTEN,)),
    "rename": Rename("Bo", "Ana"),
    "rules": ChangeRules(Rules(many=("role",), subjects=(("Bo", "Ana"),))),
}


def main(home: str, request: str, step: int) -> None:
    numbers = count()

    def die(name: str) -> None:
        if next(numbers) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    memory = Memory(Path(home) / "team", utc_now, fresh_id, on_step=die)
    memory.apply(REQUESTS[request])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
