"""The condition that a text is false."""
from launch.condition import Condition
from launch.conditions.evaluate_condition_expression_impl import evaluate_condition_expression
from launch.utilities import normalize_to_list_of_substitutions


class UnlessCondition(Condition):
    """True where the text is 'false' or '0', false where it is 'true' or '1'."""

    def __init__(self, predicate_expression):
        self.__predicate_expression = normalize_to_list_of_substitutions(predicate_expression)
        super().__init__(predicate=self._predicate_func)

    def _predicate_func(self, context):
        return not evaluate_condition_expression(context, self.__predicate_expression)

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"UnlessCondition({format_substitutions(self.__predicate_expression)})"
