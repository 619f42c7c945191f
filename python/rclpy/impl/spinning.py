"""Who spins an executor."""
import threading
from contextlib import nullcontext


class Spinning:
    """
    Is entered by whoever spins: one thread at a time, and no callback of the executor.

    A thread may enter it again where no callback runs: a loop around a shorter spin.
    """

    def __init__(self, native):
        self._native = native
        self._lock = threading.Lock()
        self._thread = None  # of who is inside, and how often
        self._depth = 0

    @property
    def goes_on(self):
        """Whether somebody is inside."""
        return self._depth > 0

    def __enter__(self):
        thread = threading.get_ident()
        with self._lock:
            if self._depth and (self._thread != thread or self._native.spins_here()):
                raise RuntimeError(
                    "Executor is already spinning: another thread or one of its callbacks spins "
                    "it. Await the future, or spin an executor of your own.")
            self._thread = thread
            self._depth += 1

    def __exit__(self, exc_type, exc_value, traceback):
        with self._lock:
            self._depth -= 1


def waiting_for(future):
    """For `with`: a callback that this is in waits for the response of a client (see `ros2 doctor
    stuck`)."""
    asked = getattr(future, "_client", None)
    client = asked() if asked is not None else None
    return client._says_that_it_waits() if client is not None else nullcontext()
