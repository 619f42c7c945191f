"""RIHS01: the hash by which peers compare the definition of a type.

SHA-256 over the JSON of the type's description and of every type that it
refers to, sorted by name; default values and constants do not count.
"""
from __future__ import annotations

import hashlib
import json

from . import model

# FieldType ids of type_description_interfaces. `char` is an unsigned byte since
# interface files are turned into IDL first, where it has no name of its own.
NESTED = 1
IDS = {"int8": 2, "uint8": 3, "char": 3, "int16": 4, "uint16": 5, "int32": 6, "uint32": 7,
       "int64": 8, "uint64": 9, "float32": 10, "float64": 11, "bool": 15, "byte": 16,
       "string": 17, "wstring": 18}
BOUNDED_STRING_IDS = {"string": 21, "wstring": 22}
REPEAT_OFFSETS = {"none": 0, "array": 48, "bounded": 96, "sequence": 144}


def scalar_id(type_: model.Type) -> int:
    """The FieldType id of one element."""
    if type_.nested:
        return NESTED
    return (BOUNDED_STRING_IDS if type_.string_bound else IDS)[type_.scalar]


def hash_of(definition, library) -> str:
    """"RIHS01_<64 hex digits>" of a Message, Service or Action."""
    referred = {}
    _collect(_fields(definition), referred, library)
    referred.pop(definition.name, None)
    description = {
        "type_description": _describe(definition.name, _fields(definition)),
        "referenced_type_descriptions": [
            _describe(name, fields) for name, fields in sorted(referred.items())],
    }
    return "RIHS01_" + hashlib.sha256(json.dumps(description).encode()).hexdigest()


def _fields(definition) -> tuple:
    """Members as described: (name, type, definition of a service in place or None)."""
    if isinstance(definition, model.Service):
        parts = {"request_message": definition.request, "response_message": definition.response,
                 "event_message": definition.event}
    elif isinstance(definition, model.Action):
        parts = {"goal": definition.goal, "result": definition.result,
                 "feedback": definition.feedback, "send_goal_service": definition.send_goal,
                 "get_result_service": definition.get_result,
                 "feedback_message": definition.feedback_message}
    else:
        return tuple((field.name, field.type, None) for field in definition.fields)
    return tuple((name, model.Type(part.name), part) for name, part in parts.items())


def _collect(fields, referred: dict, library) -> None:
    for _, type_, part in fields:
        if type_.nested and type_.scalar not in referred:
            inner = _fields(part or library.message(type_.scalar))
            referred[type_.scalar] = inner
            _collect(inner, referred, library)


def _describe(name: str, fields) -> dict:
    return {"type_name": name, "fields": [
        {"name": field, "type": {
            "type_id": scalar_id(type_) + REPEAT_OFFSETS[type_.repeat],
            "capacity": type_.capacity,
            "string_capacity": type_.string_bound,
            "nested_type_name": type_.scalar if type_.nested else ""}}
        for field, type_, _ in fields]}
