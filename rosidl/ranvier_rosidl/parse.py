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
FIELD_NAME = re.compile(r"[a-z](?:_?[a-z0-9]+)*_?$")
CONSTANT = re.compile(r"(?P<name>[A-Z][A-Z0-9_]*)\s*=\s*(?P<value>.*)$", re.S)


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
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() == "---":
            parts.append([])
        else:
            # A '#' ends a line within quotation marks too, as for rosidl_adapter.
            parts[-1].append((number, line.partition("#")[0].strip()))
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
    if constant := CONSTANT.match(rest):
        constants.append(ConstantSpec(constant["name"], of_type.type, _value(of_type, constant["value"])))
        return
    name, _, default = rest.partition(" ")
    if not FIELD_NAME.match(name):
        raise ValueError(f"'{name}' is no name of a field: use small letters, digits and single "
                         "underscores, a letter first")
    if any(field.name == name for field in fields):
        raise ValueError(f"there is a field '{name}' already")
    default = default.strip()
    fields.append(FieldSpec(name, of_type, _value(of_type, default) if default else None))


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
        return _scalar(of_type.type, text)
    if not (text.startswith("[") and text.endswith("]")):
        raise ValueError(f"the default of an array stands in brackets, unlike '{text}'")
    return [_scalar(of_type.type, item.strip()) for item in _items(text[1:-1])]


def _items(text):
    """What commas outside of quotation marks separate."""
    return re.findall(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^,\s])+""", text)


def _scalar(name, text):
    if name in STRINGS:
        return _text(text)
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


def _text(text):
    for quote in "\"'":
        if len(text) >= 2 and text[0] == quote == text[-1]:
            return text[1:-1].replace("\\" + quote, quote)
    return text
