"""The end of something that threads wait for."""
import threading
from contextlib import contextmanager


class End:
    """
    Happens once, and calls who waits then.

    Threads: any. What is called runs where the end happens, so it wakes somebody and does no more.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self._wakes = []
        self.has_come = False

    def come(self):
        """Tell all who wait; later calls do nothing."""
        with self._lock:
            self.has_come = True
            wakes, self._wakes = self._wakes, []
        for wake in wakes:
            wake()

    @contextmanager
    def telling(self, wake):
        """While this lasts, call `wake` when the end comes; at once if it has."""
        with self._lock:
            if not self.has_come:
                self._wakes.append(wake)
        if self.has_come:
            wake()
        try:
            yield
        finally:
            with self._lock:
                if wake in self._wakes:
                    self._wakes.remove(wake)
