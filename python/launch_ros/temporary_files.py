"""Files of parameters that nodes read when they start."""
import atexit
import os

_made = set()


class TemporaryFile:
    """A file with a text; it is made again if somebody takes it away, and deleted at the end."""

    def __init__(self, text, prefix="launch_params_"):
        import tempfile
        self.__text = text
        descriptor, self.path = tempfile.mkstemp(prefix=prefix)
        os.close(descriptor)
        _made.add(self.path)
        self.ensure()

    def ensure(self):
        """Write it, unless it is there and has the text."""
        if os.path.exists(self.path) and os.path.getsize(self.path) > 0:
            return
        with open(self.path, "w") as file:
            file.write(self.__text)

    def delete(self):
        _delete(self.path)


def _delete(path):
    _made.discard(path)
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


@atexit.register
def _delete_all():
    for path in list(_made):
        _delete(path)
