"""What a text is as a condition."""
from launch.conditions.invalid_condition_expression_error import InvalidConditionExpressionError
from launch.utilities import perform_substitutions

VALID_TRUE_EXPRESSIONS = ["true", "1"]
VALID_FALSE_EXPRESSIONS = ["false", "0"]


def evaluate_condition_expression(context, expression):
    """Give whether substitutions are true; other texts than true, 1, false, 0 raise."""
    text = perform_substitutions(context, expression).strip().lower()
    if text in VALID_TRUE_EXPRESSIONS:
        return True
    if text in VALID_FALSE_EXPRESSIONS:
        return False
    raise InvalidConditionExpressionError(
        text, expression, VALID_TRUE_EXPRESSIONS + VALID_FALSE_EXPRESSIONS)
