"""Who spins an executor."""
import threading


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
