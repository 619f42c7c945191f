"""The turns of an executor's tasks."""
import threading
from collections import Counter


class Turns:
    """
    Knows which tasks wait for their turn or have it, and what those raised that nobody awaits.

    Threads: any.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self._going = Counter()
        self._failed = []  # tasks, each with those that yet may await it

    def begin(self, task):
        """Note that its turn comes; once for each end()."""
        with self._lock:
            self._going[task] += 1

    def end(self, task, no_more):
        """Note that it had its turn; `no_more`: no other will have one."""
        with self._lock:
            self._going[task] -= 1
            if self._going[task] <= 0:  # clear() has forgotten it
                del self._going[task]
            for _, others in self._failed:
                others.discard(task)
            if task._exception is not None and not task._is_awaited and not task._is_told:
                task._is_told = True
                self._failed.append((task, set() if no_more else set(self._going)))

    def raise_what_failed(self):
        """Raise what a task raised, once no other can come to await it in its turn."""
        if not self._failed:
            return
        with self._lock:
            self._failed = [one for one in self._failed if not one[0]._is_awaited]
            lost = next((one for one in self._failed if not one[1]), None)
            if lost is None:
                return
            self._failed.remove(lost)
        raise lost[0].exception()

    def clear(self):
        """Forget all tasks."""
        with self._lock:
            self._going.clear()
            self._failed.clear()
