"""Writes the C of an interface package for the micro client: structs, and a table of each type.

    python3 -m ranvier_rosidl.micro --package std_msgs --output build/std_msgs \
        --at std_msgs=interfaces/std_msgs --at builtin_interfaces=... msg/Header.msg ...

Headers go to OUTPUT/include, the tables to OUTPUT/src/<package>__micro.c. The tables are read
by micro/ros/codec.c; what they mean is in micro/ros/type.h.
"""
from __future__ import annotations

import argparse
import pathlib
import sys

from . import c_functions, c_struct, cpp, micro_profile, model
from .library import Library

WIDTHS = {"bool": 1, "byte": 1, "char": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2,
          "int32": 4, "uint32": 4, "float32": 4, "int64": 8, "uint64": 8, "float64": 8}
REPEATS = {"none": "MICRO_ONE", "array": "MICRO_ARRAY", "bounded": "MICRO_SEQUENCE",
           "sequence": "MICRO_SEQUENCE"}


def table_name(full: str) -> str:
    return cpp.identifier(full) + "__micro"


def headers(definition, memory=None) -> dict:
    """`memory` writes what a profile says; null: there is none."""
    name = definition.name
    parts = ("struct", "functions", "type_support", *(("memory",) if memory else ()))
    body = cpp.includes(*(c_struct.header(name, part) for part in parts))
    written = {c_struct.header(name, "memory"): _memory_header(definition, memory)} if memory else {}
    return written | {
        c_struct.header(name): cpp.file(definition, "All that C code sees", body),
        c_struct.header(name, "struct"): c_struct.struct_header(definition),
        c_struct.header(name, "functions"): c_functions.functions_header(definition),
        c_struct.header(name, "type_support"): _type_support_header(definition),
    }


def _memory_header(definition, memory) -> str:
    messages = _messages(definition)
    body = cpp.includes("<stddef.h>", "<stdint.h>", "<string.h>",
                        c_struct.header(definition.name, "struct"),
                        *(c_struct.header(name, "memory")
                          for name in c_struct.nested_elsewhere(messages)))
    body += c_struct.open_c() + "\n".join(memory.message(message) for message in messages)
    return cpp.file(definition, "Fixed memory", body + c_struct.close_c())


def _handle(kind: str, full: str) -> str:
    return f"rosidl_typesupport_c__get_{kind}_type_support_handle__{cpp.identifier(full)}"


def _messages(definition) -> tuple:
    """The messages that travel; the events of services do not."""
    return tuple(message for message in getattr(definition, "messages", (definition,))
                 if not message.name.endswith("_Event"))


def _services(definition) -> tuple:
    if isinstance(definition, model.Service):
        return (definition,)
    return tuple(getattr(definition, "services", ()))


def _type_support_header(definition) -> str:
    body = cpp.includes("rosidl_runtime_c/action_type_support_struct.h",
                        "rosidl_runtime_c/message_type_support_struct.h",
                        "rosidl_runtime_c/service_type_support_struct.h") + c_struct.open_c()
    for message in _messages(definition):
        body += (f"const rosidl_message_type_support_t*\n"
                 f"{_handle('message', message.name)}(void);\n")
    for service in _services(definition):
        body += (f"const rosidl_service_type_support_t*\n"
                 f"{_handle('service', service.name)}(void);\n")
    if isinstance(definition, model.Action):
        body += (f"const rosidl_action_type_support_t*\n"
                 f"{_handle('action', definition.name)}(void);\n")
    return cpp.file(definition, "The handles of the types", body + c_struct.close_c())


def source(definitions) -> str:
    lines = ["/* The tables of a message package. Generated; changes here are lost. */",
             '#include "ranvier_micro/ros/type.h"', ""]
    lines += [f'#include "{c_struct.header(definition.name)}"' for definition in definitions]
    messages = [message for definition in definitions for message in _messages(definition)]
    nested = dict.fromkeys(field.type.scalar for message in messages for field in message.fields
                           if field.type.nested)
    lines += ["", *(f"extern const micro_type {table_name(name)};" for name in nested)]
    for message in messages:
        lines += _table(message)
    for definition in definitions:
        for service in _services(definition):
            lines += _service(service)
        if isinstance(definition, model.Action):
            lines += _action(definition)
    return "\n".join(lines) + "\n"


def _kind(type_: model.Type) -> tuple:
    if type_.nested:
        return "MICRO_NESTED", 0
    if type_.is_string:
        return ("MICRO_STRING", 1) if type_.scalar == "string" else ("MICRO_WSTRING", 4)
    return "MICRO_NUMBER", WIDTHS[type_.scalar]


def _member(name: str, field: model.Field) -> str:
    kind, width = _kind(field.type)
    nested = f"&{table_name(field.type.scalar)}" if field.type.nested else "NULL"
    return (f"    {{offsetof({name}, {field.name}), {kind}, {REPEATS[field.type.repeat]}, {width}, "
            f"{field.type.capacity or 0}, {field.type.string_bound or 0}, {nested} "
            f"MICRO_NAME(\"{field.name}\")}},")


def _table(message: model.Message) -> list:
    name, table = cpp.identifier(message.name), table_name(message.name)
    return ["", f"static const micro_member {name}__members[] = {{",
            *(_member(name, field) for field in message.fields), "};",
            f"const micro_type {table} = {{\"{cpp.dds_name(message.name)}\", {name}__members,",
            f"    sizeof({name}), {len(message.fields)}}};",
            f"static const rosidl_message_type_support_t {name}__handle = {{",
            f"    .typesupport_identifier = MICRO_IDENTIFIER, .data = &{table}}};",
            *_getter("message", message.name)]


def _getter(kind: str, full: str) -> list:
    return [f"const rosidl_{kind}_type_support_t* {_handle(kind, full)}(void) {{",
            f"  return &{cpp.identifier(full)}__handle;", "}"]


def _service(service: model.Service) -> list:
    name = cpp.identifier(service.name)
    return ["", f"static const micro_service {name}__micro = {{\"{cpp.dds_name(service.name)}\",",
            f"    &{table_name(service.request.name)}, &{table_name(service.response.name)}}};",
            f"static const rosidl_service_type_support_t {name}__handle = {{",
            f"    .typesupport_identifier = MICRO_IDENTIFIER, .data = &{name}__micro}};",
            *_getter("service", service.name)]


def _action(action: model.Action) -> list:
    """CancelGoal and the status are the same for all actions: the library knows them."""
    name = cpp.identifier(action.name)
    goal, result = cpp.identifier(action.send_goal.name), cpp.identifier(action.get_result.name)
    feedback = cpp.identifier(action.feedback_message.name)
    return ["", f"static const micro_action {name}__micro = {{",
            f"    &{goal}__micro, &{result}__micro, &{table_name(action.feedback_message.name)}}};",
            f"static const rosidl_action_type_support_t {name}__handle = {{",
            f"    .goal_service_type_support = &{goal}__handle,",
            f"    .result_service_type_support = &{result}__handle,",
            f"    .feedback_message_type_support = &{feedback}__handle,",
            f"    .typesupport_identifier = MICRO_IDENTIFIER, .data = &{name}__micro}};",
            *_getter("action", action.name)]


def generate(package: str, files, packages: dict, output: pathlib.Path, profile=None) -> None:
    """Writes every file; raises LookupError or ValueError on a bad interface or profile."""
    library = Library(packages)
    definitions = [library.interface(package, file) for file in files]
    memory = None
    if profile is not None:
        memory = micro_profile.Writer(micro_profile.Profile.read(profile), library)
        memory.profile.check(m for definition in definitions for m in _messages(definition))
    for definition in definitions:
        for path, text in headers(definition, memory).items():
            _write(output / "include" / path, text)
    _write(output / "src" / f"{package}__micro.c", source(definitions))


def _write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--package", required=True)
    arguments.add_argument("--output", required=True, type=pathlib.Path)
    arguments.add_argument("--at", action="append", default=[], metavar="PACKAGE=FOLDER")
    arguments.add_argument("--profile", type=pathlib.Path, metavar="FILE",
                           help="capacities: messages get static memory (micro_profile.py)")
    arguments.add_argument("files", nargs="+", help="msg/X.msg, srv/Y.srv, action/Z.action")
    args = arguments.parse_args()
    try:
        generate(args.package, args.files, dict(pair.split("=", 1) for pair in args.at), args.output,
                 args.profile)
    except (LookupError, ValueError, OSError) as error:
        print(f"Interface package '{args.package}': {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
