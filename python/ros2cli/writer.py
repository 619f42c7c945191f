"""One writer for what comes in a stream: written in blocks, and at once when no more waits."""
import sys


class Writer:
    """Gathers text, and writes it when it is much, or flush() is called."""

    _MUCH = 65536  # characters

    def __init__(self):
        self._parts, self._size = [], 0

    def write(self, text):
        self._parts.append(text)
        self._size += len(text)
        if self._size >= self._MUCH:
            self.flush()

    def flush(self):
        text, self._parts, self._size = "".join(self._parts), [], 0
        if text:
            sys.stdout.write(text)
            sys.stdout.flush()
