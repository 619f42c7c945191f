"""Whether two texts stand for one value."""
import math

from launch.frontend.expose import expose_substitution
from launch.substitutions.arguments import text_of
from launch.substitutions.two_sided import TwoSided


def _side(value):
    return str(value) if value is None or isinstance(value, (bool, int, float)) else value


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
class EqualsSubstitution(TwoSided):
    """Gives 'true' if both sides are equal."""

    _NAME = "equals"

    def __init__(self, left, right):
        super().__init__(_side(left), _side(right))

    def perform(self, context):
        same = equal(text_of(context, self.left), text_of(context, self.right))
        return "true" if same else "false"
