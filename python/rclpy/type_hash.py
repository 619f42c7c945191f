"""The hash of a type's description."""


class TypeHash:
    """Version and value; -1 is the version of none."""

    _SIZE = 32
    __slots__ = ["_version", "_value"]

    def __init__(self, version=-1, value=bytes(_SIZE)):
        self.version = version
        self.value = value

    @property
    def version(self):
        return self._version

    @version.setter
    def version(self, value):
        assert isinstance(value, int)
        self._version = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        assert isinstance(value, bytes)
        self._value = value

    def __eq__(self, other):
        if not isinstance(other, TypeHash):
            return False
        return self._version == other._version and self._value == other._value

    __hash__ = None

    def __str__(self):
        if self._version <= 0 or len(self._value) != self._SIZE:
            return "INVALID"
        return f"RIHS{self._version:02}_{self._value.hex()}"
