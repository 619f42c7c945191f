"""detail/x__struct.h and x.h: the C structs of an interface, in the layout of rosidl."""
from __future__ import annotations

import math

from . import cpp, model

SCALARS = {**cpp.SCALARS, "byte": "uint8_t", "char": "uint8_t"}
RUNTIME = "rosidl_runtime_c__"
TEXTS = {"string": "String", "wstring": "U16String"}
# The first part of a sequence's name, where the scalar is not it.
SEQUENCES = {"bool": "boolean", "byte": "octet", "char": "uint8", "float32": "float",
             "float64": "double"}
LARGEST_INT = 2 ** 31 - 1


def header(full: str, part: str = "") -> str:
    """The path of a generated header, as cpp.header() has it for C++."""
    return cpp.header(full, part).removesuffix("pp")


def element_type(type_: model.Type) -> str:
    """The C type of a member that does not repeat, or of an element of one that does."""
    if type_.nested:
        return cpp.identifier(type_.scalar)
    return RUNTIME + TEXTS[type_.scalar] if type_.is_string else SCALARS[type_.scalar]


def sequence_type(type_: model.Type) -> str:
    if type_.nested or type_.is_string:
        return element_type(type_) + "__Sequence"
    return f"{RUNTIME}{SEQUENCES.get(type_.scalar, type_.scalar)}__Sequence"


def is_sequence(type_: model.Type) -> bool:
    return type_.repeat in ("bounded", "sequence")


def value(type_: model.Type, what) -> str:
    """A C expression for a number or bool; of a text, its literal."""
    if type_.scalar == "wstring":
        return f"(const uint16_t*){cpp.literal(what, True)}"
    if type_.is_string:
        return cpp.literal(what)
    if type_.scalar.startswith("float") and not math.isfinite(what):
        return "NAN" if math.isnan(what) else f"{'-' if what < 0 else ''}INFINITY"
    return cpp.value(type_, what)


def public_header(definition) -> str:
    body = cpp.includes(header(definition.name, "struct"), header(definition.name, "functions"))
    return cpp.file(definition, "All that C code sees", body)


def struct_header(definition) -> str:
    messages = getattr(definition, "messages", (definition,))
    body = cpp.includes(*_include_paths(messages)) + open_c()
    body += "\n".join(_struct(message) for message in messages)
    return cpp.file(definition, "The C types", body + close_c())


def open_c() -> str:
    return "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"


def close_c() -> str:
    return "\n#ifdef __cplusplus\n}\n#endif\n"


def nested_elsewhere(messages) -> list:
    """The nested types of messages that other files define, each once."""
    own = {message.name for message in messages}
    return list(dict.fromkeys(field.type.scalar for message in messages for field in message.fields
                              if field.type.nested and field.type.scalar not in own))


def _include_paths(messages):
    types = [field.type for message in messages for field in message.fields]
    yield from ("<math.h>", "<stdbool.h>", "<stddef.h>", "<stdint.h>")
    yield "rosidl_runtime_c/primitives_sequence.h"
    for scalar, text in TEXTS.items():
        if any(type_.scalar == scalar for type_ in types):
            yield f"rosidl_runtime_c/{text.lower()}.h"
    for name in nested_elsewhere(messages):
        yield header(name, "struct")


def _struct(message: model.Message) -> str:
    name = cpp.identifier(message.name)
    lines = [line for constant in message.constants for line in _constant(name, constant)]
    lines += [line for field in message.fields for line in _bounds(name, field)]
    lines += [f"typedef struct {name} {{", *(f"  {_declaration(f)};" for f in message.fields),
              f"}} {name};", "",
              f"typedef struct {name}__Sequence {{", f"  {name}* data;", "  size_t size;",
              "  size_t capacity;", f"}} {name}__Sequence;", ""]
    return "\n".join(lines)


def _declaration(field: model.Field) -> str:
    if is_sequence(field.type):
        return f"{sequence_type(field.type)} {field.name}"
    length = f"[{field.type.capacity}]" if field.type.repeat == "array" else ""
    return f"{element_type(field.type)} {field.name}{length}"


def _constant(name: str, constant: model.Constant) -> list:
    """A whole number is an enumerator where C allows it. A wide text has no constant in C."""
    type_, name = constant.type, f"{name}__{constant.name}"
    if type_.scalar == "wstring":
        return []
    if type_.is_string:
        return [f"static const char* const {name} = {value(type_, constant.value)};"]
    number = value(type_, constant.value)
    whole = type_.scalar != "bool" and not type_.scalar.startswith("float")
    if whole and -LARGEST_INT - 1 <= constant.value <= LARGEST_INT:
        return [f"enum {{ {name} = {number} }};"]
    return [f"static const {SCALARS[type_.scalar]} {name} = {number};"]


def _bounds(name: str, field: model.Field) -> list:
    lines = []
    if field.type.repeat == "bounded":
        lines.append(f"enum {{ {name}__{field.name}__MAX_SIZE = {field.type.capacity} }};")
    if field.type.string_bound:
        lines.append(f"enum {{ {name}__{field.name}__MAX_STRING_SIZE = "
                     f"{field.type.string_bound} }};")
    return lines
