"""A local variable of the context."""
from launch import places
from launch.substitution import Substitution
from launch.substitutions.substitution_failure import SubstitutionFailure


class LocalSubstitution(Substitution):
    """Gives what an expression, such as event.reason, is for the local variables."""

    def __init__(self, expression, description=None):
        if not isinstance(expression, str):
            raise TypeError(f"LocalSubstitution({expression!r}): expected a text")
        self.__expression = expression
        self.__description = description

    @property
    def expression(self):
        return self.__expression

    def describe(self):
        return f"LocalVar('{self.__description or self.__expression}')"

    def perform(self, context):
        try:
            return str(eval("context.locals." + self.expression, {}, {"context": context}))
        except (AttributeError, LookupError) as error:
            raise SubstitutionFailure(
                f"local variable '{self.expression}' is not defined here: {error}") from error
        except Exception as error:
            places.note(error, expression=self.expression)
            raise
