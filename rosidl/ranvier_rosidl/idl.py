"""Reads .idl files: the part of OMG IDL 4.2 that ROS 2 maps to messages.

That is modules, structs, typedefs, constants in a module <struct>_Constants, arrays, bounded
strings and sequences. Of the annotations @default counts; the others say nothing that a
message carries. What ROS 2 has no message type for (enum, union, map, wchar, long double) is
refused by its name. Source: the mapping at design.ros2.org/articles/idl_interface_definition.
"""
from __future__ import annotations

import ast
import dataclasses
import re

from . import escapes
from .field_type import Type

SCALARS = {
    "boolean": "bool", "octet": "byte", "char": "char", "float": "float32", "double": "float64",
    "short": "int16", "long": "int32", "long long": "int64", "unsigned short": "uint16",
    "unsigned long": "uint32", "unsigned long long": "uint64", "string": "string",
    "wstring": "wstring",
    **{f"{sign}int{bits}": f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)}}
WORDS_OF_TYPES = {"unsigned", "long", "short", "double"}
REFUSED = {"enum", "union", "map", "wchar", "bitset", "bitmask", "any", "fixed", "interface",
           "valuetype", "native", "exception"}

MOST_MODULES = 32  # within each other; a message is in two

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|\#[^\n]*)
  | (?P<text>L?"(?:\\.|[^"\\])*")
  | (?P<character>'(?:\\.|[^'\\])+')
  | (?P<number>[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)[fFdD]?)
  | (?P<name>(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)
  | (?P<sign>[{}()\[\]<>;,=@:])
""", re.X | re.S)


@dataclasses.dataclass
class Struct:
    """`fields` and `constants` are (name, Type, value or None)."""
    fields: list = dataclasses.field(default_factory=list)
    constants: list = dataclasses.field(default_factory=list)


def parse(text: str) -> dict:
    """"pkg/msg/Name" -> Struct. Raises ValueError with the line of the fault."""
    return _Parser(text).file()


class _Parser:
    """Threads: one. Used once."""

    def __init__(self, text: str):
        self._text = text
        self._tokens = list(self._split(text))
        self._at = 0
        self._scope = []
        self._typedefs = {}
        self._constants = {}  # of all modules, by full name
        self._structs = {}

    def _split(self, text):
        at = 0
        while at < len(text):
            found = TOKEN.match(text, at)
            if not found:
                raise self._error(at, f"'{text[at]}' has no meaning here")
            if found.lastgroup != "space":
                yield found.lastgroup, found[0], at
            at = found.end()

    def _error(self, at, why):
        return ValueError(f"line {self._text.count(chr(10), 0, at) + 1}: {why}")

    def _fault(self, why):
        at = self._tokens[self._at][2] if self._at < len(self._tokens) else len(self._text)
        return self._error(at, why)

    # --- tokens ---

    def _peek(self):
        return self._tokens[self._at][1] if self._at < len(self._tokens) else ""

    def _kind(self):
        return self._tokens[self._at][0] if self._at < len(self._tokens) else "end"

    def _next(self):
        if self._at == len(self._tokens):
            raise self._fault("the file ends too early")
        self._at += 1
        return self._tokens[self._at - 1][1]

    def _take(self, wanted):
        if self._peek() != wanted:
            raise self._fault(f"'{wanted}' is missing before '{self._peek()}'")
        self._at += 1

    def _taken(self, wanted):
        there = self._peek() == wanted
        self._at += there
        return there

    def _name(self):
        if self._kind() != "name" or "::" in self._peek():
            raise self._fault(f"'{self._peek()}' is no name")
        return self._next()

    # --- declarations ---

    def file(self):
        while self._kind() != "end":
            self._declaration()
        return self._structs

    def _declaration(self):
        self._annotations()  # of a declaration, they say nothing that a message carries
        word = self._peek()
        if word == "module":
            self._module()
        elif word == "struct":
            self._struct()
        elif word == "typedef":
            self._typedef()
        elif word == "const":
            self._constant()
        else:
            raise self._refusal(word)

    def _refusal(self, word):
        if word in REFUSED:
            return self._fault(f"'{word}' has no counterpart in a ROS 2 message; use a struct of "
                               "the types that .msg files have")
        return self._fault(f"'{word}' begins no declaration")

    def _module(self):
        if len(self._scope) == MOST_MODULES:
            raise self._fault(f"more than {MOST_MODULES} modules within each other")
        self._take("module")
        self._scope.append(self._name())
        self._take("{")
        while not self._taken("}"):
            self._declaration()
        self._take(";")
        self._scope.pop()

    def _struct(self):
        self._take("struct")
        name = "/".join((*self._scope, self._name()))
        if self._peek() == ":":
            raise self._fault("a struct that extends another has no counterpart in ROS 2")
        struct = self._structs[name] = Struct()
        module = name + "_Constants"
        struct.constants = [(key.rsplit("/", 1)[1], *value)
                            for key, value in self._constants.items()
                            if key.rsplit("/", 1)[0] == module]
        self._take("{")
        while not self._taken("}"):
            annotations = self._annotations()
            of_type = self._type()
            for field, its in self._declarators(of_type):
                struct.fields.append((field, its, self._default(its, annotations)))
        self._take(";")

    def _typedef(self):
        self._take("typedef")
        of_type = self._type()
        for name, its in self._declarators(of_type):
            self._typedefs["/".join((*self._scope, name))] = its

    def _constant(self):
        self._take("const")
        of_type = self._type()
        name = self._name()
        self._take("=")
        self._constants["/".join((*self._scope, name))] = (of_type, self._literal(of_type))
        self._take(";")

    def _declarators(self, of_type):
        """(name, type) of each up to the semicolon; a [size] makes an array."""
        found = []
        while True:
            name, its = self._name(), of_type
            while self._taken("["):
                if its.repeat != "none":
                    raise self._fault(f"'{name}': a ROS 2 message has no array of arrays")
                its = dataclasses.replace(its, repeat="array", capacity=self._count())
                self._take("]")
            found.append((name, its))
            if not self._taken(","):
                self._take(";")
                return found

    # --- types ---

    def _type(self):
        word = self._peek()
        if word in REFUSED:
            raise self._refusal(word)
        if word == "sequence":
            return self._sequence()
        if word in ("string", "wstring"):
            self._next()
            bound = 0
            if self._taken("<"):
                bound = self._count()
                self._take(">")
            return Type(word, string_bound=bound)
        if word in WORDS_OF_TYPES:
            words = [self._next()]
            while self._peek() in WORDS_OF_TYPES:
                words.append(self._next())
            return self._scalar(" ".join(words))
        if word in SCALARS:
            return Type(SCALARS[self._next()])
        return self._named()

    def _scalar(self, words):
        if words not in SCALARS:
            self._at -= 1
            raise self._fault(f"'{words}' has no counterpart in a ROS 2 message")
        return Type(SCALARS[words])

    def _sequence(self):
        self._take("sequence")
        self._take("<")
        refusal = "a ROS 2 message has no sequence of sequences or of arrays"
        if self._peek() == "sequence":
            raise self._fault(refusal)
        element = self._type()
        if element.repeat != "none":
            raise self._fault(refusal)
        bound = self._count() if self._taken(",") else 0
        self._take(">")
        return dataclasses.replace(element, repeat="bounded" if bound else "sequence",
                                   capacity=bound)

    def _named(self):
        """A typedef of here, or a message: pkg::msg::Name, or Name of the same module."""
        if self._kind() != "name":
            raise self._fault(f"'{self._peek()}' is no type")
        parts = self._next().removeprefix("::").split("::")
        for depth in range(len(self._scope), -1, -1):
            full = "/".join((*self._scope[:depth], *parts))
            if full in self._typedefs:
                return self._typedefs[full]
            if full in self._structs:
                return Type(full)
        if len(parts) == 3:
            return Type("/".join(parts))
        self._at -= 1
        raise self._fault(f"'{'::'.join(parts)}' is no type that is known here; name a message "
                          "as package::msg::Name")

    # --- values ---

    def _annotations(self):
        """{name: {parameter: token of its value, or the tokens of a text}}"""
        found = {}
        while self._taken("@"):
            name, values = self._next(), {}
            if self._taken("("):
                while not self._taken(")"):
                    key = self._next()
                    if self._taken("="):
                        values[key] = self._raw()
                    else:
                        values["value"] = key
                    self._taken(",")
            found[name] = values
        return found

    def _raw(self):
        """A value as it is written; texts that follow each other are one."""
        if self._kind() != "text":
            return self._next()
        texts = []
        while self._kind() == "text":
            texts.append(self._next().removeprefix("L")[1:-1])
        return '"' + "".join(texts) + '"'

    def _count(self):
        return self._literal(Type("uint64"))

    def _default(self, of_type, annotations):
        if "default" not in annotations:
            return None
        raw = annotations["default"].get("value", "")
        if of_type.repeat == "none":
            return self._value(of_type, raw)
        try:  # of an array: the text of a tuple
            values = ast.literal_eval(escapes.idl_text(raw[1:-1]))
            return list(values) if isinstance(values, (tuple, list)) else [values]
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # nested too deep, too
            raise self._fault(f"the default {raw[:200]} is no list of values; write it as "
                              '"(1, 2, 3)"') from None

    def _literal(self, of_type):
        return self._value(of_type, self._raw())

    def _value(self, of_type, raw):
        if of_type.scalar in ("string", "wstring"):
            if not raw.startswith('"'):
                raise self._fault(f"{raw} is no text")
            return escapes.idl_text(raw[1:-1])
        if of_type.scalar == "bool":
            if raw.upper() not in ("TRUE", "FALSE"):
                raise self._fault(f"'{raw}' is no boolean; write TRUE or FALSE")
            return raw.upper() == "TRUE"
        return self._number(of_type, raw)

    def _number(self, of_type, raw):
        for depth in range(len(self._scope), -1, -1):  # a constant that is there already
            full = "/".join((*self._scope[:depth], *raw.removeprefix("::").split("::")))
            if full in self._constants:
                return self._constants[full][1]
        if raw.startswith("'"):
            return ord(escapes.idl_text(raw[1:-1]))
        try:
            if of_type.scalar.startswith("float"):
                return float(raw.rstrip("fFdD"))
            return int(raw, 0) if raw[:2] in ("0x", "0X") else int(raw)
        except ValueError:
            raise self._fault(f"'{raw}' is no value of type {of_type.scalar}") from None
