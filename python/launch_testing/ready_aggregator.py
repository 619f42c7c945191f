"""One function that waits for several."""
import threading


class ReadyAggregator:
    """Calls ready_fn when ready() was called so many times."""

    def __init__(self, ready_fn, num_to_aggregate):
        self.__ready_fn = ready_fn
        self.__left = num_to_aggregate
        self.__lock = threading.Lock()

    def ready(self):
        with self.__lock:
            self.__left -= 1
            is_last = self.__left == 0
        if is_last:
            self.__ready_fn()
