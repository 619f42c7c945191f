"""The error of a condition that is neither true nor false."""


class InvalidConditionExpressionError(Exception):
    """A text was given as a condition, and is none."""

    def __init__(self, expression, unexpanded_expression, valid_expressions):
        self.expression = expression
        self.unexpanded_expression = unexpanded_expression
        unexpanded = "".join(str(part) for part in unexpanded_expression)
        super().__init__(
            "invalid condition expression, expected one of "
            f"[{', '.join(valid_expressions)}] but got '{expression}', expanded from "
            f"'{unexpanded}'")
