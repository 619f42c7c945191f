"""
The grammar of texts in launch files.

A text is plain characters and substitutions: $(name argument ...). The name is a letter, then
letters, digits, '_' and '-'. One space stands between arguments, which are plain, in 'single' or
in "double" quotes, and may have substitutions in them. A backslash takes the meaning from the
character behind it. A '$' without '(' behind it is plain.
"""
import re

from launch.frontend.expose import instantiate_substitution
from launch.substitutions.substitution_failure import SubstitutionFailure

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
MOST_LEVELS = 32  # of substitutions in the arguments of substitutions


def replace_escaped_characters(data):
    """Take the backslashes away that stand before a character."""
    return _ESCAPED.sub(r"\1", data)


class _Parser:
    """One text, and how far it is read."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.levels = 0

    def error(self, expected):
        found = f"'{self.text[self.at]}'" if self.at < len(self.text) else "the end of the text"
        return SubstitutionFailure(
            f"in the text '{self.text}', at character {self.at + 1}: found {found}, expected "
            f"{expected}. Put a backslash before characters that are meant as they are")

    def next_is(self, text):
        return self.text.startswith(text, self.at)

    def parts(self, stop):
        """Give the substitutions up to a character of 'stop' that is not escaped."""
        from launch.substitutions.text_substitution import TextSubstitution
        made = []
        plain = []

        def end_plain():
            if plain:
                made.append(TextSubstitution(text="".join(plain)))
                plain.clear()

        while self.at < len(self.text) and self.text[self.at] not in stop:
            if self.next_is("$("):
                end_plain()
                made.append(self.substitution())
                continue
            if self.text[self.at] == "\\" and self.at + 1 < len(self.text):
                self.at += 1
            plain.append(self.text[self.at])
            self.at += 1
        end_plain()
        return made

    def substitution(self):
        if self.levels == MOST_LEVELS:
            raise SubstitutionFailure(
                f"at character {self.at + 1} of the text '{self.text[:200]}': more than "
                f"{MOST_LEVELS} substitutions in the arguments of others. Set a variable to one "
                "of them")
        self.levels += 1
        self.at += 2
        name = _NAME.match(self.text, self.at)
        if name is None:
            raise self.error("the name of a substitution")
        self.at = name.end()
        arguments = []
        while self.next_is(" "):
            self.at += 1
            arguments.append(self.argument())
        if not self.next_is(")"):
            raise self.error("')' or an argument")
        self.at += 1
        self.levels -= 1
        return instantiate_substitution(name.group(), arguments)

    def argument(self):
        quote = self.text[self.at:self.at + 1]
        if quote not in ("'", '"') or not quote:
            made = self.parts(" )\"'(")
            if not made:
                raise self.error("an argument")
            return made
        self.at += 1
        made = self.parts(quote)
        if not self.next_is(quote):
            raise self.error(f"a closing {quote}")
        self.at += 1
        return made or _empty()


def _empty():
    from launch.substitutions.text_substitution import TextSubstitution
    return [TextSubstitution(text="")]


def parse_substitution(string_value):
    """Give the list of substitutions that a text stands for."""
    return _Parser(string_value).parts("") or _empty()


def _parse_if_it_has_some(text):
    from launch.substitutions.text_substitution import TextSubstitution
    parts = parse_substitution(text)
    if all(isinstance(part, TextSubstitution) for part in parts):
        return "".join(part.text for part in parts)
    return parts


def parse_if_substitutions(value):
    """Parse texts that have substitutions, also in lists; give other values as they are."""
    if isinstance(value, str):
        return _parse_if_it_has_some(value)
    if isinstance(value, list):
        return [_parse_if_it_has_some(item) if isinstance(item, str) else item for item in value]
    return value
