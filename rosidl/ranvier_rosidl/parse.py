"""Reads .msg, .srv and .action files where rosidl_adapter is not packaged.

Debian packages rosidl_adapter, Ubuntu 24.04 does not; model.py takes that one
where it is. This gives the same values under the same names, for the format as
its documentation describes it; tests/house/interface_parser_test.py holds the
two together.
"""
from __future__ import annotations

import dataclasses
import pathlib
import re

INTEGERS = {f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)} | {"byte", "char"}
FLOATS = {"float32", "float64"}
STRINGS = {"string", "wstring"}
SCALARS = INTEGERS | FLOATS | STRINGS | {"bool"}

TYPE = re.compile(r"""
    (?:(?P<package>[a-z][a-z0-9_]*)/)?   # of a nested type elsewhere
    (?P<name>[A-Za-z][A-Za-z0-9_]*)
    (?:<=(?P<string_bound>\d+))?
    (?P<array>\[(?P<bound><=)?(?P<size>\d+)?\])?
    $""", re.X)
FIELD_NAME = re.compile(r"[a-z](?:_?[a-z0-9])*$")
CONSTANT_NAME = re.compile(r"[A-Z](?:_?[A-Z0-9])*$")


@dataclasses.dataclass(frozen=True)
class TypeSpec:
    """The type of a field, under the names that rosidl_adapter gives it."""
    pkg_name: str | None
    type: str
    string_upper_bound: int | None = None
    is_array: bool = False
    array_size: int | None = None
    is_upper_bound: bool = False

    def is_primitive_type(self):
        return self.pkg_name is None

    def is_fixed_size_array(self):
        return self.is_array and bool(self.array_size) and not self.is_upper_bound


@dataclasses.dataclass(frozen=True)
class FieldSpec:
    name: str
    type: TypeSpec
    default_value: object = None


@dataclasses.dataclass(frozen=True)
class ConstantSpec:
    name: str
    type: str
    value: object


@dataclasses.dataclass(frozen=True)
class MessageSpec:
    fields: tuple
    constants: tuple


@dataclasses.dataclass(frozen=True)
class ServiceSpec:
    request: MessageSpec
    response: MessageSpec


@dataclasses.dataclass(frozen=True)
class ActionSpec:
    goal: MessageSpec
    result: MessageSpec
    feedback: MessageSpec


def parse_message_file(package, path):
    return _message(package, path, _parts(path, 1)[0])


def parse_service_file(package, path):
    return ServiceSpec(*(_message(package, path, part) for part in _parts(path, 2)))


def parse_action_file(package, path):
    return ActionSpec(*(_message(package, path, part) for part in _parts(path, 3)))


def _parts(path, count):
    """The numbered lines of a file, cut at its lines `---`."""
    parts = [[]]
    text = pathlib.Path(path).read_text(encoding="utf-8").replace("\t", " ")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == "---":
            parts.append([])
        else:
            # A '#' ends a line within quotation marks too, as for rosidl_adapter.
            parts[-1].append((number, line.partition("#")[0].rstrip()))
    if len(parts) != count:
        raise ValueError(f"Interface file '{path}' has {len(parts) - 1} lines '---'; "
                         f"a {pathlib.Path(path).suffix} file has {count - 1}")
    return parts


def _message(package, path, lines):
    fields, constants = [], []
    for number, line in lines:
        if not line:
            continue
        try:
            _entry(package, line, fields, constants)
        except ValueError as error:
            raise ValueError(f"Interface file '{path}', line {number}, '{line}': {error}") from None
    return MessageSpec(tuple(fields), tuple(constants))


def _entry(package, line, fields, constants):
    """Adds what one line declares to one of the two lists."""
    type_text, _, rest = line.partition(" ")
    of_type, rest = _type(package, type_text), rest.strip()
    name, is_constant, value = rest.partition("=")  # also where it stands in a default
    if is_constant:
        constants.append(_constant(of_type, type_text, name.rstrip(), value.lstrip()))
        return
    name, _, default = rest.partition(" ")
    if not FIELD_NAME.match(name):
        raise ValueError(f"'{name}' is no name of a field: use small letters, digits and single "
                         "underscores, a letter first")
    if any(field.name == name for field in fields):
        raise ValueError(f"there is a field '{name}' already")
    default = default.strip()
    fields.append(FieldSpec(name, of_type, _value(of_type, default) if default else None))


def _constant(of_type, type_text, name, value):
    if not CONSTANT_NAME.match(name):
        raise ValueError(f"'{name}' is no name of a constant: use capital letters, digits and "
                         "single underscores, a letter first")
    if type_text not in SCALARS:
        raise ValueError(f"a constant has a type such as int32 or string, not '{type_text}'")
    return ConstantSpec(name, of_type.type, _value(of_type, value))


def _type(package, text):
    found = TYPE.match(text)
    if not found:
        raise ValueError(f"'{text}' is no type")
    name = found["name"]
    primitive = name in SCALARS and not found["package"]
    if found["string_bound"] and name not in STRINGS:
        raise ValueError(f"only a string has a bound, and '{name}' is none")
    if not primitive and not name[0].isupper():
        raise ValueError(f"'{name}' is no type; a message begins with a capital letter")
    return TypeSpec(None if primitive else found["package"] or package, name,
                    _number(found["string_bound"]), bool(found["array"]), _number(found["size"]),
                    bool(found["bound"]))


def _number(text):
    return int(text) if text else None


def _value(of_type, text):
    if not of_type.is_primitive_type():
        raise ValueError("a nested message has no default here")
    if not of_type.is_array:
        return _scalar(of_type, text)
    if not (text.startswith("[") and text.endswith("]")):
        raise ValueError(f"the default of an array stands in brackets, unlike '{text}'")
    inner = text[1:-1]
    items = _texts(inner) if of_type.type in STRINGS else inner.split(",") if inner else []
    few = len(items) < (of_type.array_size or 0) and not of_type.is_upper_bound
    if few or len(items) > (of_type.array_size or len(items)):
        raise ValueError(f"'{text}' has {len(items)} elements, the array has {of_type.array_size}")
    return [_scalar(of_type, item.strip()) for item in items]


def _texts(text):
    """The strings of an array, without the quotation marks around each."""
    found = []
    while text:
        text = text.lstrip(" ")
        if text[:1] in ("", ","):
            raise ValueError(f"an element is missing before '{text}'")
        quoted = text[0] in "\"'"
        end = _closing_quote(text) if quoted else (text + ",").index(",")
        found.append(text[1:end].replace("\\" + text[0], text[0]) if quoted else text[:end])
        text = text[end + quoted:].lstrip(" ").removeprefix(",")
    return found


def _closing_quote(text):
    """Where the quotation mark is that ends the string at the front of `text`.

    As rosidl_adapter finds it, to the letter: past an escaped one it skips a
    character, and past a second one it has forgotten what came before the first.
    """
    rest, before = text, 0
    while (at := rest.find(text[0], 1)) > 0:
        if rest[at - 1] != "\\":
            return before + at
        rest, before = rest[at + 1:], at + 1
    raise ValueError(f"a quotation mark is missing after '{text}'")


def _scalar(of_type, text):
    name = of_type.type
    if name in STRINGS:
        return _text(of_type, text)
    if name == "bool":
        known = {"true": True, "1": True, "false": False, "0": False}
        if text.lower() not in known:
            raise ValueError(f"'{text}' is no bool; write true or false")
        return known[text.lower()]
    return float(text) if name in FLOATS else _integer(name, text)


def _integer(name, text):
    value = int(text, 0) if re.match(r"[+-]?0[xXbBoO]", text) else int(text)
    low, high = _range(name)
    if not low <= value <= high:
        raise ValueError(f"{value} is outside of {name}, {low} to {high}")
    return value


def _range(name):
    bits = int(re.sub(r"\D", "", name) or 8)
    unsigned = name.startswith("u") or name in ("byte", "char")
    return (0, 2 ** bits - 1) if unsigned else (-2 ** (bits - 1), 2 ** (bits - 1) - 1)


def _text(of_type, text):
    """Without its quotation marks; the escapes in it are left for escapes.py."""
    for quote in "\"'":
        if text.startswith(quote) and text.endswith(quote):
            text = text[1:-1]
            if re.search(rf"(?<!\\){quote}", text):
                raise ValueError(f"a {quote} within the text needs a backslash before it")
            text = text.replace("\\" + quote, quote)
            break
    if len(text) > (of_type.string_upper_bound or len(text)):
        raise ValueError(f"'{text}' is longer than its bound, {of_type.string_upper_bound}")
    return text
