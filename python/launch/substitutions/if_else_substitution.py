"""One of two texts."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import coerce_to_type, normalize_to_list_of_substitutions


@expose_substitution("if")
class IfElseSubstitution(Substitution):
    """Gives one text if the condition is true, another if it is false."""

    def __init__(self, condition, if_value="", else_value=""):
        if not if_value and not else_value:
            raise RuntimeError("IfElseSubstitution has neither if_value nor else_value: give one")
        self._condition = normalize_to_list_of_substitutions(condition)
        self._if_value = normalize_to_list_of_substitutions(if_value)
        self._else_value = normalize_to_list_of_substitutions(else_value)

    @classmethod
    def parse(cls, data):
        check_count("if", data, 2, 3)
        return cls, dict(zip(("condition", "if_value", "else_value"), data))

    @property
    def condition(self):
        return self._condition

    @property
    def if_value(self):
        return self._if_value

    @property
    def else_value(self):
        return self._else_value

    def describe(self):
        return f"IfElseSubstitution({self.condition}, {self.if_value}, {self.else_value})"

    def perform(self, context):
        condition = text_of(context, self.condition)
        try:
            chosen = coerce_to_type(condition, bool)
        except ValueError as error:
            raise SubstitutionFailure(str(error)) from error
        return text_of(context, self.if_value if chosen else self.else_value)
