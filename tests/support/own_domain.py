"""A DDS domain of a test's own: tests that run at the same time on this machine never meet."""

import fcntl
import functools
import os

LOWEST, HIGHEST = 1, 100  # ports of those above it are ephemeral ones


class Domain:
    """Holds a domain id that no other test has, until close(). tests/support/own_domain.h
    takes the same locks."""

    def __init__(self) -> None:
        count = HIGHEST - LOWEST + 1
        for turn in range(count):
            number = LOWEST + (os.getpid() + turn) % count
            if self._hold(number):
                self.number = number
                return
        raise RuntimeError(
            f"all domains {LOWEST} to {HIGHEST} are held by tests that run; run fewer at a time")

    def _hold(self, number: int) -> bool:
        try:
            lock = open(f"/tmp/ranvier-test-domain-{number}.lock", "w")
        except PermissionError:  # of another user
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            return False
        self._lock = lock
        return True

    def close(self) -> None:
        self._lock.close()


@functools.cache
def of_this_process() -> Domain:
    return Domain()


def own_domain() -> int:
    """The domain of this process, until it ends; the same at each call."""
    return of_this_process().number
