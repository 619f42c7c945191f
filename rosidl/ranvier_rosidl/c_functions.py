"""detail/x__functions.h: how C messages begin, end, compare and are copied.

All is inline: who does not include it pays nothing, and no library holds it.
"""
from __future__ import annotations

from . import c_struct, cpp, model
from .c_struct import element_type, is_sequence, sequence_type

ABOUT = """\
/* Of each message, with the C heap's memory: init (defaults, else zeros and empty texts;
 * what it held is not looked at), fini, create, destroy, are_equal, copy (into an
 * initialized one), and the same of sequences. False or null for a null argument or
 * without memory. Threads: any, one at a time for one message. */
"""


def functions_header(definition) -> str:
    messages = getattr(definition, "messages", (definition,))
    body = cpp.includes(
        "<stdbool.h>", "<stdlib.h>", "<string.h>", "rosidl_runtime_c/detail/sequence_functions.h",
        "rosidl_runtime_c/primitives_sequence_functions.h", "rosidl_runtime_c/string_functions.h",
        "rosidl_runtime_c/u16string_functions.h", c_struct.header(definition.name, "struct"),
        *(c_struct.header(name, "functions") for name in c_struct.nested_elsewhere(messages)))
    body += "\n" + ABOUT + c_struct.open_c() + "\n".join(map(_functions, messages))
    return cpp.file(definition, "The C functions", body + c_struct.close_c())


def _functions(message: model.Message) -> str:
    name = cpp.identifier(message.name)
    return "\n".join([
        f"static inline void {name}__fini({name}* msg) {{", "  if (!msg) return;",
        *_lines(message, _fini, "  (void)msg;"), "}", "",
        f"static inline bool {name}__init({name}* msg) {{", "  if (!msg) return false;",
        "  memset(msg, 0, sizeof(*msg));", *_init_all(name, message), "}", "",
        f"static inline {name}* {name}__create(void) {{",
        f"  {name}* msg = ({name}*)malloc(sizeof({name}));",
        f"  if (msg && !{name}__init(msg)) {{", "    free(msg);", "    msg = NULL;", "  }",
        "  return msg;", "}", "",
        f"static inline void {name}__destroy({name}* msg) {{", f"  {name}__fini(msg);",
        "  free(msg);", "}", "",
        f"static inline bool {name}__are_equal(const {name}* lhs, const {name}* rhs) {{",
        "  if (!lhs || !rhs) return false;", *_lines(message, _equal), "  return true;", "}", "",
        f"static inline bool {name}__copy(const {name}* input, {name}* output) {{",
        "  if (!input || !output) return false;", *_lines(message, _copy), "  return true;", "}",
        "", f"ROSIDL_RUNTIME_C__DETAIL__SEQUENCE_FUNCTIONS({name})", ""])


def _lines(message: model.Message, of_field, otherwise: str = "") -> list:
    lines = [line for field in message.fields for line in of_field(field)]
    return lines or ([otherwise] if otherwise else [])


def _has_functions(type_: model.Type) -> bool:
    """Whether an element is a text or a message, which is more than its bytes."""
    return type_.nested or type_.is_string


def _each(field: model.Field, line: str) -> list:
    """`line` for the member, or in a loop for each element of an array: @ is the element."""
    if field.type.repeat != "array":
        return ["  " + line.replace("@", field.name)]
    return [f"  for (size_t i = 0; i < {field.type.capacity}; ++i) {{",
            "    " + line.replace("@", f"{field.name}[i]"), "  }"]


def _fini(field: model.Field) -> list:
    if is_sequence(field.type):
        return [f"  {sequence_type(field.type)}__fini(&msg->{field.name});"]
    if _has_functions(field.type):
        return _each(field, f"{element_type(field.type)}__fini(&msg->@);")
    return []


def _equal(field: model.Field) -> list:
    if is_sequence(field.type):
        return [f"  if (!{sequence_type(field.type)}__are_equal(",
                f"      &lhs->{field.name}, &rhs->{field.name})) return false;"]
    if _has_functions(field.type):
        return _each(field, f"if (!{element_type(field.type)}__are_equal(&lhs->@, &rhs->@)) "
                            "return false;")
    return _each(field, "if (lhs->@ != rhs->@) return false;")


def _copy(field: model.Field) -> list:
    if is_sequence(field.type):
        return [f"  if (!{sequence_type(field.type)}__copy(",
                f"      &input->{field.name}, &output->{field.name})) return false;"]
    if _has_functions(field.type):
        return _each(field, f"if (!{element_type(field.type)}__copy(&input->@, &output->@)) "
                            "return false;")
    return _each(field, "output->@ = input->@;")


def _init_all(name: str, message: model.Message) -> list:
    """Steps that may fail, joined, and then values that cannot."""
    steps = [step for field in message.fields for step in _steps(field)]
    values = [line for field in message.fields for line in _values(field)]
    lines = []
    if steps:
        lines = ["  bool done = true;", *(f"  {step}" for step in steps), "  if (!done) {",
                 f"    {name}__fini(msg);", "    return false;", "  }"]
    return lines + values + ["  return true;"]


def _steps(field: model.Field) -> list:
    """What takes memory, each line guarded by `done`."""
    type_, default = field.type, field.default
    if is_sequence(type_):
        if default is None:
            return []
        return [f"done = done && {sequence_type(type_)}__init(&msg->{field.name}, {len(default)});",
                *_assigned(field, f"{field.name}.data")]
    if not _has_functions(type_):
        return []
    init = f"done = done && {element_type(type_)}__init(&msg->@);"
    steps = [line.removeprefix("  ") for line in _each(field, init)]
    return steps + (_assigned(field, field.name) if default is not None else [])


def _assigned(field: model.Field, place: str) -> list:
    """The default texts of a member."""
    if not field.type.is_string:
        return []
    texts = [("", field.default)]
    if field.type.repeat != "none":
        texts = [(f"[{index}]", text) for index, text in enumerate(field.default)]
    return [f"done = done && {element_type(field.type)}__assignn(\n      &msg->{place}{index}, "
            f"{c_struct.value(field.type.element, text)}, {_units(field.type, text)});"
            for index, text in texts]


def _units(type_: model.Type, text: str) -> int:
    return len(text.encode("utf-16-le")) // 2 if type_.scalar == "wstring" else len(text.encode())


def _values(field: model.Field) -> list:
    """The default numbers of a member."""
    type_, default = field.type, field.default
    if default is None or _has_functions(type_):
        return []
    if type_.repeat == "none":
        return [f"  msg->{field.name} = {c_struct.value(type_, default)};"]
    place = f"{field.name}.data" if is_sequence(type_) else field.name
    if not default:
        return []
    table = ", ".join(c_struct.value(type_.element, one) for one in default)
    size = len(default)
    return ["  {", f"    static const {element_type(type_)} given[] = {{{table}}};",
            f"    for (size_t i = 0; i < {size}; ++i) msg->{place}[i] = given[i];", "  }"]
