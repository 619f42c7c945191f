"""Whether two texts stand for one value."""
import math

from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.utilities import normalize_to_list_of_substitutions


def _side(value):
    if value is None or isinstance(value, (bool, int, float)):
        value = str(value)
    return normalize_to_list_of_substitutions(value)


def _as_bool(text):
    return {"true": True, "1": True, "false": False, "0": False}.get(text.strip().lower())


def _as_number(text):
    try:
        return float(text)
    except ValueError:
        return None


def equal(left, right):
    """Compare as booleans if both are, else as numbers if both are, else as texts."""
    for convert, same in ((_as_bool, lambda a, b: a == b), (_as_number, math.isclose)):
        values = convert(left), convert(right)
        if None not in values:
            return same(*values)
    return left == right


@expose_substitution("equals")
class EqualsSubstitution(Substitution):
    """Gives 'true' if both sides are equal."""

    _NAME = "equals"

    def __init__(self, left, right):
        self.__left = _side(left)
        self.__right = _side(right)

    @classmethod
    def parse(cls, data):
        check_count(cls._NAME, data, 2, 2)
        return cls, {"left": data[0], "right": data[1]}

    @property
    def left(self):
        return self.__left

    @property
    def right(self):
        return self.__right

    def describe(self):
        return f"{type(self).__name__}({self.left} {self.right})"

    def perform(self, context):
        same = equal(text_of(context, self.left), text_of(context, self.right))
        return "true" if same else "false"
