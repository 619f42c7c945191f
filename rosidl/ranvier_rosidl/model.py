"""What an interface file says, after parsing: plain values, no C++ in them.

The text is parsed by rosidl_adapter (by parse.py where that is not); services and actions are then spelled out
into the messages that travel (requests, responses, events, goal wrappers), so
that every later step knows messages alone.
"""
from __future__ import annotations

import dataclasses
import pathlib
import re

from . import escapes, idl
from .field_type import Type

try:
    from rosidl_adapter import parser
except ImportError:  # Ubuntu 24.04 does not package it
    from . import parse as parser

EMPTY_MEMBER = "structure_needs_at_least_one_member"
FOLDERS = ("msg", "srv", "action")
ACTION_PARTS = ("goal", "result", "feedback")


@dataclasses.dataclass(frozen=True)
class Field:
    """`default_text` is the default as a type description has it, "" without one."""
    name: str
    type: Type
    default: object = None
    default_text: str = ""


@dataclasses.dataclass(frozen=True)
class Constant:
    name: str
    type: Type
    value: object


@dataclasses.dataclass(frozen=True)
class Message:
    """One C++ struct. `name` is full: "std_srvs/srv/SetBool_Request"."""
    name: str
    fields: tuple
    constants: tuple = ()

    @property
    def is_empty(self) -> bool:
        return self.fields[0].name == EMPTY_MEMBER


@dataclasses.dataclass(frozen=True)
class Service:
    name: str
    request: Message
    response: Message
    event: Message

    @property
    def messages(self) -> tuple:
        return (self.request, self.response, self.event)


@dataclasses.dataclass(frozen=True)
class Action:
    name: str
    goal: Message
    result: Message
    feedback: Message
    send_goal: Service
    get_result: Service
    feedback_message: Message

    @property
    def services(self) -> tuple:
        return (self.send_goal, self.get_result)

    @property
    def messages(self) -> tuple:
        return (self.goal, self.result, self.feedback, *self.send_goal.messages,
                *self.get_result.messages, self.feedback_message)


def package_of(name: str) -> str:
    return name.split("/")[0]


def short(name: str) -> str:
    return name.split("/")[-1]


def snake(name: str) -> str:
    """The file name of a type: "PointCloud2" -> "point_cloud2"."""
    name = re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", short(name))
    return re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()


def load(package: str, path: pathlib.Path):
    """The Message, Service or Action that `path` defines.

    Raises what rosidl_adapter raises on a malformed file.
    """
    if path.suffix == ".idl":
        return _from_idl(f"{package}/{path.parent.name}/{path.stem}", path)
    name = f"{package}/{path.suffix[1:]}/{path.stem}"
    if path.suffix == ".msg":
        return _message(name, parser.parse_message_file(package, str(path)))
    if path.suffix == ".srv":
        spec = parser.parse_service_file(package, str(path))
        return _service(name, _message(name + "_Request", spec.request),
                        _message(name + "_Response", spec.response))
    if path.suffix == ".action":
        spec = parser.parse_action_file(package, str(path))
        return _action(name, *(_message(f"{name}_{part.capitalize()}", getattr(spec, part))
                               for part in ACTION_PARTS))
    raise ValueError(f"Interface file '{path}': '{path.suffix}' is not understood; "
                     "give a .msg, .srv, .action or .idl file")


def _from_idl(name: str, path: pathlib.Path):
    structs = idl.parse(path.read_text(encoding="utf-8"))

    def part(ending=""):
        if name + ending not in structs:
            raise ValueError(f"it has no struct '{name.replace('/', '::')}{ending}'; the file's "
                             "place and its modules name the same")
        struct = structs[name + ending]
        return _struct(name + ending,
                       (_field(*field, decode=False) for field in struct.fields),
                       (Constant(*constant) for constant in struct.constants))

    folder = name.split("/")[1]
    if folder == "msg":
        return part()
    if folder == "srv":
        return _service(name, part("_Request"), part("_Response"))
    return _action(name, *(part("_" + one.capitalize()) for one in ACTION_PARTS))


def _type(spec) -> Type:
    scalar = spec.type if spec.is_primitive_type() else f"{spec.pkg_name}/msg/{spec.type}"
    if not spec.is_array:
        repeat = "none"
    elif spec.is_fixed_size_array():
        repeat = "array"
    else:
        repeat = "bounded" if spec.is_upper_bound else "sequence"
    return Type(scalar, repeat, spec.array_size or 0, spec.string_upper_bound or 0)


def _message(name: str, spec) -> Message:
    return _struct(name, (_field(f.name, _type(f.type), f.default_value) for f in spec.fields),
                   (Constant(c.name, Type(c.type), _value(Type(c.type), c.value))
                    for c in spec.constants))


def _field(name: str, type_: Type, parsed, decode: bool = True) -> Field:
    if parsed is None:
        return Field(name, type_)
    value = _value(type_, parsed) if decode else parsed
    if type_.repeat == "none":
        return Field(name, type_, value, str(value))
    text = escapes.tuple_text(parsed) if type_.is_string else str(tuple(parsed))
    return Field(name, type_, value, text)


def _value(type_: Type, parsed):
    """What rosidl makes of the value that the parser read."""
    if not type_.is_string:
        return parsed
    return escapes.decoded(parsed) if type_.repeat == "none" else escapes.decoded_array(parsed)


def _struct(name: str, fields, constants=()) -> Message:
    return Message(name, tuple(fields) or (Field(EMPTY_MEMBER, Type("uint8")),),
                   tuple(constants))


def _service(name: str, request: Message, response: Message) -> Service:
    event = _struct(name + "_Event", (
        Field("info", Type("service_msgs/msg/ServiceEventInfo")),
        Field("request", Type(request.name, "bounded", 1)),
        Field("response", Type(response.name, "bounded", 1))))
    return Service(name, request, response, event)


def _action(name: str, goal: Message, result: Message, feedback: Message) -> Action:
    goal_id = Field("goal_id", Type("unique_identifier_msgs/msg/UUID"))

    send_goal = _service(
        name + "_SendGoal",
        _struct(name + "_SendGoal_Request", (goal_id, Field("goal", Type(goal.name)))),
        _struct(name + "_SendGoal_Response", (
            Field("accepted", Type("bool")),
            Field("stamp", Type("builtin_interfaces/msg/Time")))))
    get_result = _service(
        name + "_GetResult",
        _struct(name + "_GetResult_Request", (goal_id,)),
        _struct(name + "_GetResult_Response", (
            Field("status", Type("int8")), Field("result", Type(result.name)))))
    feedback_message = _struct(
        name + "_FeedbackMessage", (goal_id, Field("feedback", Type(feedback.name))))
    return Action(name, goal, result, feedback, send_goal, get_result, feedback_message)
