"""How names, types and values of interfaces are spelled in C++."""
from __future__ import annotations

import math

from . import model

SCALARS = {"bool": "bool", "byte": "unsigned char", "char": "unsigned char", "int8": "int8_t",
           "uint8": "uint8_t", "int16": "int16_t", "uint16": "uint16_t", "int32": "int32_t",
           "uint32": "uint32_t", "int64": "int64_t", "uint64": "uint64_t", "float32": "float",
           "float64": "double"}
RUNTIME = "rosidl_runtime_cpp::"


def name(full: str) -> str:
    """"std_msgs/msg/String" -> "std_msgs::msg::String"."""
    return full.replace("/", "::")


def identifier(full: str) -> str:
    """"std_msgs/msg/String" -> "std_msgs__msg__String", as C symbols have it."""
    return full.replace("/", "__")


def dds_name(full: str) -> str:
    package, folder, stem = full.split("/")
    return f"{package}::{folder}::dds_::{stem}_"


def header(full: str, part: str = "") -> str:
    """The path of a generated header: the public one, or a detail one by part."""
    package, folder, _ = full.split("/")
    if part:
        return f"{package}/{folder}/detail/{model.snake(full)}__{part}.hpp"
    return f"{package}/{folder}/{model.snake(full)}.hpp"


def member_type(type_: model.Type, allocator: str = "ContainerAllocator") -> str:
    """The C++ type of a member inside its struct template."""
    element = _element_type(type_, allocator)
    if type_.repeat == "array":
        return f"std::array<{element}, {type_.capacity}>"
    if type_.repeat == "bounded":
        return (f"{RUNTIME}BoundedVector<{element}, {type_.capacity}, "
                f"{RUNTIME}Rebound<{element}, {allocator}>>")
    if type_.repeat == "sequence":
        return f"{RUNTIME}Vector<{element}, {allocator}>"
    return element


def _element_type(type_: model.Type, allocator: str) -> str:
    if type_.nested:
        return f"::{name(type_.scalar)}_<{allocator}>"
    if type_.is_string:
        return f"{RUNTIME}{'String' if type_.scalar == 'string' else 'U16String'}<{allocator}>"
    return SCALARS[type_.scalar]


def value(type_: model.Type, what) -> str:
    """A C++ expression for a constant or default value of `type_`."""
    if type_.repeat != "none":
        return "{" + ", ".join(value(type_.element, one) for one in what) + "}"
    if type_.is_string:
        return _string(type_, what)
    if type_.scalar == "bool":
        return "true" if what else "false"
    if type_.scalar in ("float32", "float64"):
        return _float(SCALARS[type_.scalar], what)
    return _integer(type_.scalar, what)


def zero(type_: model.Type) -> str:
    return value(type_, False if type_.scalar == "bool" else 0)


def _integer(scalar: str, what: int) -> str:
    suffix = ("u" if scalar[0] in "ubc" else "") + ("ll" if scalar.endswith("64") else "")
    if what == -(2 ** 63):  # has no literal of its own
        return f"({what + 1}ll - 1)"
    if what == -(2 ** 31):
        return f"({what + 1} - 1)"
    return f"{what}{suffix}"


def _float(cpp_type: str, what: float) -> str:
    limits = f"std::numeric_limits<{cpp_type}>"
    if math.isnan(what):
        return f"{limits}::quiet_NaN()"
    if math.isinf(what):
        return f"{'-' if what < 0 else ''}{limits}::infinity()"
    return repr(float(what)) + ("f" if cpp_type == "float" else "")


def _string(type_: model.Type, text: str) -> str:
    if "\0" not in text:
        return literal(text, type_.scalar == "wstring")
    # A literal alone would end at its first NUL.
    units = len(text.encode("utf-16-le")) // 2 if type_.scalar == "wstring" else len(text.encode())
    return (f"{_element_type(type_, 'ContainerAllocator')}"
            f"({literal(text, type_.scalar == 'wstring')}, {units})")


def literal(text: str, wide: bool = False) -> str:
    """A C++ string literal of the bytes of `text` in UTF-8, or of its units in UTF-16."""
    if wide:
        units = text.encode("utf-16-le")
        codes = [int.from_bytes(units[i:i + 2], "little") for i in range(0, len(units), 2)]
        # Each escape closes the literal, so that no digit after it joins in.
        return "u\"" + "".join(_plain(c) or f"\\x{c:04x}\" u\"" for c in codes) + "\""
    return "\"" + "".join(_plain(byte) or f"\\{byte:03o}" for byte in text.encode()) + "\""


def _plain(code: int) -> str:
    """The character of that code if it may stand in a literal as it is."""
    if 32 <= code < 127 and chr(code) not in "\"\\?":
        return chr(code)
    return ""


def open_namespace(full: str) -> str:
    package, folder, _ = full.split("/")
    return f"namespace {package} {{\nnamespace {folder} {{\n"


def close_namespace(full: str) -> str:
    package, folder, _ = full.split("/")
    return f"}}  // namespace {folder}\n}}  // namespace {package}\n"


def includes(*paths: str) -> str:
    """Include lines: system headers first, no duplicates, order kept."""
    seen = dict.fromkeys(paths)
    system = "".join(f"#include {path}\n" for path in seen if path[0] == "<")
    ours = "".join(f"#include \"{path}\"\n" for path in seen if path[0] != "<")
    return system + ("\n" if system and ours else "") + ours


def file(definition, what: str, body: str) -> str:
    """A whole generated header."""
    return (f"// {what} of {definition.name}.\n// Generated by Ranvier from the interface file; "
            f"changes here are lost.\n#pragma once\n\n{body}")
