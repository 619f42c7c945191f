"""The values of strings, decoded as rosidl decodes them on the way to C++.

rosidl makes IDL of a .msg file, and reads that. Its first step decodes Python's
escapes and its second those of IDL, so one string is decoded twice: "\\n" is a
newline, and so is "\\\\n". The strings of an array pass the IDL as the text of a
Python tuple, and are decoded once.
"""
from __future__ import annotations

import ast
import codecs
import re
import warnings

IDL_ESCAPE = re.compile(r"\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[ntvbrfa\\?'\"])")


def decoded(text: str) -> str:
    """The value of one string. Raises ValueError, which names the text."""
    try:
        value = _bare(IDL_ESCAPE.sub(lambda found: _python(found[0]), _python(text)))
        value.encode()  # refuses half a surrogate pair
    except UnicodeError as error:
        raise _refusal(text, error.reason, 4) from None
    return value


def idl_text(text: str) -> str:
    """The value of a text of an .idl file, without its quotation marks."""
    return IDL_ESCAPE.sub(lambda found: _python(found[0]), text)


def decoded_array(texts: list) -> list:
    """The same of the strings of an array."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an escape that means nothing stays as it is
            values = list(ast.literal_eval(tuple_text(texts)))
        "".join(values).encode()  # as above
        return values
    except (SyntaxError, ValueError) as error:
        raise _refusal(", ".join(texts), str(error), 2) from None


def tuple_text(texts: list) -> str:
    """The strings of an array as a type description shows them: "('a', 'b')"."""
    return _bare(repr(tuple(texts)))


def _python(text: str) -> str:
    """Bytes that are written as escapes may be UTF-8; else each is a character."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as above
        value = codecs.decode(text.encode(), "unicode_escape")  # takes bytes for characters
        try:
            return value.encode("iso-8859-1").decode()
        except UnicodeError:
            return re.sub(r"[\x00-\x7f]+", lambda run: codecs.decode(run[0], "unicode_escape"),
                          text)


def _bare(text: str) -> str:
    """rosidl's last step: a quote or backslash without the backslash before it."""
    return re.sub(r'\\(["\\])', r"\1", text)


def _refusal(text: str, why: str, backslashes: int) -> ValueError:
    return ValueError(f"the text '{text}' has an escape that cannot be decoded ({why}); "
                      f"write a backslash that shall stay as {backslashes * chr(92)}")
