"""A DDS domain of one's own, held by a file lock, so that tests that run at
the same time on this machine never meet."""

import fcntl
import os
import random

LOWEST, HIGHEST = 1, 100  # above 100 the ports run into the ephemeral range


class Domain:
    """Holds a free domain id until close()."""

    def __init__(self) -> None:
        ids = list(range(LOWEST, HIGHEST + 1))
        random.Random(os.getpid()).shuffle(ids)
        for number in ids:
            if self._try(number):
                self.number = number
                return
        raise RuntimeError("all domain ids are taken by tests that run now; run fewer at a time")

    def _try(self, number: int) -> bool:
        lock = open(f"/tmp/ranvier-test-domain-{number}.lock", "w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return False
        self._lock = lock
        return True

    def close(self) -> None:
        self._lock.close()
