"""A text that is known already."""
from launch.substitution import Substitution


class TextSubstitution(Substitution):
    """Gives a text as it is."""

    def __init__(self, *, text):
        if not isinstance(text, str):
            raise TypeError(
                f"TextSubstitution(text={text!r}): expected a text, not a "
                f"'{type(text).__name__}'")
        self.__text = text

    @property
    def text(self):
        return self.__text

    def describe(self):
        return f"'{self.text}'"

    def perform(self, context):
        return self.text
