"""Command lines in launch files."""
from launch.substitutions.text_substitution import TextSubstitution


class _Words:
    """Splits text and substitutions into words as a shell does; quotes may span substitutions."""

    def __init__(self, keep_quotes):
        self.words = []
        self.__keep_quotes = keep_quotes
        self.__parts = None  # of the word that is being read
        self.__quote = None

    def __append(self, text):
        if self.__parts is None:
            self.__parts = []
        if self.__parts and isinstance(self.__parts[-1], TextSubstitution):
            text = self.__parts.pop().text + text
        self.__parts.append(TextSubstitution(text=text))

    def add_text(self, text):
        for character in text:
            if self.__quote is None and character in " \t\n":
                self.end_word()
            elif character in "'\"" and self.__quote in (None, character):
                self.__quote = None if self.__quote else character
                self.__append(character if self.__keep_quotes else "")
            else:
                self.__append(character)

    def add_substitution(self, substitution):
        self.__parts = [*(self.__parts or []), substitution]

    def end_word(self):
        if self.__parts is not None:
            parts = [part for part in self.__parts
                     if not isinstance(part, TextSubstitution) or part.text]
            self.words.append(parts or [TextSubstitution(text="")])
            self.__parts = None


def split_command_line(substitutions, *, keep_quotes=False):
    """Give the words of a command line, each as a list of substitutions."""
    words = _Words(keep_quotes)
    for substitution in substitutions:
        if isinstance(substitution, TextSubstitution):
            words.add_text(substitution.text)
        else:
            words.add_substitution(substitution)
    words.end_word()
    return words.words
