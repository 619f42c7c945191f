"""The scopes of groups: what a group has set, kept for what runs when the group has ended."""
import contextlib

_GONE = object()


def _copy(mapping):
    """Give a dict of a map; of the environment, whose items are slow to read, by what it holds."""
    return dict(getattr(mapping, "_data", mapping))


def _differs(left, right):
    return left is not right and not (isinstance(left, (str, bytes)) and left == right)


def replace(mapping, values):
    """
    Make a map have these values and no others; what it has already is not set again.

    :param mapping: a dict, or os.environb: its names and values are those that it holds.
    """
    now = _copy(mapping)
    for name in now.keys() - values.keys():
        del mapping[name]
    for name, value in values.items():
        if _differs(now.get(name, _GONE), value):
            mapping[name] = value


class _Scope:
    """What one group has changed of a map."""

    def __init__(self, mapping, outer):
        self.outer = outer
        self.is_open = True
        self.__mapping = mapping
        self.__changes = {}
        self.__before = self.__base = _copy(mapping)

    def leave(self):
        """Note what was changed, and make the map what it was before."""
        now = _copy(self.__mapping)
        self.__changes = {name: value for name, value in now.items()
                          if _differs(self.__base.get(name, _GONE), value)}
        self.__changes.update(dict.fromkeys(self.__base.keys() - now.keys(), _GONE))
        replace(self.__mapping, self.__before)
        self.is_open = False

    def enter(self):
        """Change the map, as it is now, in the way that the group and those around it had."""
        self.is_open = True
        self.__before = _copy(self.__mapping)
        self.__change()

    def __change(self):
        if self.outer is not None:
            self.outer.__change()
        self.__base = _copy(self.__mapping)
        for name, value in self.__changes.items():
            if value is _GONE:
                self.__mapping.pop(name, None)
            else:
                self.__mapping[name] = value


class Scopes:
    """
    The scopes of one map: the launch configurations, or os.environb.

    'current' is the innermost one, for within() later; None outside of all groups.
    """

    def __init__(self, mapping):
        self.__mapping = mapping
        self.current = None

    def push(self):
        """Begin a scope."""
        self.current = _Scope(self.__mapping, self.current)

    def pop(self):
        """End the innermost scope; False if there is none."""
        if self.current is None:
            return False
        self.current.leave()
        self.current = self.current.outer
        return True

    @contextlib.contextmanager
    def within(self, scope):
        """
        Be in a scope that has ended, for a while; what is set then stays in it.

        Where the scope is None, or has not ended, nothing is done.
        """
        if scope is None or scope.is_open:
            yield
            return
        outside, self.current = self.current, scope
        scope.enter()
        try:
            yield
        finally:
            scope.leave()
            self.current = outside
