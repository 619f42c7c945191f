"""Substitutions that give 'true' or 'false'."""
from launch.conditions.evaluate_condition_expression_impl import evaluate_condition_expression
from launch.conditions.invalid_condition_expression_error import InvalidConditionExpressionError
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.substitutions.two_sided import TwoSided
from launch.utilities import normalize_to_list_of_substitutions


def _is_true(context, parts):
    try:
        return evaluate_condition_expression(context, parts)
    except InvalidConditionExpressionError as error:
        raise SubstitutionFailure(str(error)) from error


def _text(value):
    return "true" if value else "false"


@expose_substitution("not")
class NotSubstitution(Substitution):
    """Gives 'true' if the value is false."""

    def __init__(self, value):
        self.__value = normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, data):
        check_count("not", data, 1, 1)
        return cls, {"value": data[0]}

    @property
    def value(self):
        return self.__value

    def describe(self):
        return f"NotSubstitution({self.value})"

    def perform(self, context):
        return _text(not _is_true(context, self.value))


@expose_substitution("and")
class AndSubstitution(TwoSided):
    """Gives 'true' if both are true."""

    _NAME = "and"

    def perform(self, context):
        left, right = _is_true(context, self.left), _is_true(context, self.right)
        return _text(left and right)


@expose_substitution("or")
class OrSubstitution(TwoSided):
    """Gives 'true' if one is true."""

    _NAME = "or"

    def perform(self, context):
        left, right = _is_true(context, self.left), _is_true(context, self.right)
        return _text(left or right)


class _OfMany(Substitution):
    """
    Has any number of values.

    :param container: an iterable of values, instead of one argument for each.
    """

    def __init__(self, *args, container=None):
        self.__args = [normalize_to_list_of_substitutions(arg)
                       for arg in (*args, *(() if container is None else container))]

    @classmethod
    def parse(cls, data):
        check_count(cls._NAME, data, 1)
        return cls, {"args": list(data)}

    @property
    def args(self):
        return self.__args

    def describe(self):
        return f"{type(self).__name__}({' '.join(str(arg) for arg in self.args)})"


@expose_substitution("any")
class AnySubstitution(_OfMany):
    """Gives 'true' if one of the values is true."""

    _NAME = "any"

    def perform(self, context):
        return _text(any([_is_true(context, arg) for arg in self.args]))


@expose_substitution("all")
class AllSubstitution(_OfMany):
    """Gives 'true' if all values are true."""

    _NAME = "all"

    def perform(self, context):
        return _text(all([_is_true(context, arg) for arg in self.args]))
