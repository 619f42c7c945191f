"""detail/x__struct.hpp: the C++ struct of each message of an interface."""
from __future__ import annotations

from . import cpp, model
from .library import SIZES

INIT = "rosidl_runtime_cpp::MessageInitialization"
BULK = 4096  # bytes of an array from which ALL_BUT_BULK leaves it alone


def struct_header(definition) -> str:
    messages = getattr(definition, "messages", (definition,))
    body = cpp.includes(*_include_paths(definition, messages)) + "\n"
    body += cpp.open_namespace(definition.name) + "\n"
    body += "\n".join(_struct(message) for message in messages)
    for service in getattr(definition, "services", ()):
        body += "\n" + _service(service)
    if isinstance(definition, model.Service):
        body += "\n" + _service(definition)
    if isinstance(definition, model.Action):
        body += "\n" + _action(definition)
    return cpp.file(definition, "The C++ types", body + "\n" + cpp.close_namespace(definition.name))


def _include_paths(definition, messages):
    types = [field.type for message in messages for field in message.fields]
    yield "<cstdint>"
    yield "<memory>"
    if any(type_.repeat == "array" for type_ in types):
        yield "<array>"
    if any(_needs_limits(field) for message in messages
           for field in (*message.fields, *message.constants)):
        yield "<limits>"
    yield "rosidl_runtime_cpp/containers.hpp"
    if any(type_.repeat == "bounded" for type_ in types):
        yield "rosidl_runtime_cpp/bounded_vector.hpp"
    if any(type_.nested and type_.repeat == "array" for type_ in types):
        yield "rosidl_runtime_cpp/fill_array.hpp"
    yield from nested_headers(definition, "struct")


def nested_headers(definition, part: str):
    """The headers, by part, of the interfaces of others that `definition` is made of."""
    messages = getattr(definition, "messages", (definition,))
    own = {message.name for message in messages}
    for message in messages:
        for field in message.fields:
            if field.type.nested and field.type.scalar not in own:
                yield cpp.header(field.type.scalar, part)
    if isinstance(definition, model.Action):
        yield cpp.header("action_msgs/msg/GoalStatusArray", part)
        yield cpp.header("action_msgs/srv/CancelGoal", part)


def _needs_limits(field) -> bool:
    given = getattr(field, "value", None) or getattr(field, "default", None)
    return field.type.scalar.startswith("float") and "limits" in (
        cpp.value(field.type, given) if given else "")


def _struct(message: model.Message) -> str:
    short = model.short(message.name)
    lines = ["template <class ContainerAllocator>", f"struct {short}_ {{",
             f"  using Type = {short}_<ContainerAllocator>;", ""]
    lines += _constructors(message, short) + [""]
    for field in message.fields:
        lines += [f"  using _{field.name}_type = {cpp.member_type(field.type)};",
                  f"  _{field.name}_type {field.name};"]
    lines += [""] + [line for field in message.fields for line in _setter(field)]
    lines += [line for constant in message.constants for line in _constant(constant)]
    lines += [""] + _pointers() + [""] + _equality(message) + _fill(message) + ["};", ""]
    lines += [line for c in message.constants if c.type.is_string
              for line in _string_definition(short, c)]
    lines += [f"using {short} = {short}_<std::allocator<void>>;", ""]
    return "\n".join(lines)


def _constructors(message: model.Message, short: str) -> list:
    """From an initialization alone, and with an allocator before it."""
    fill = ["    _fill(_init);"] if _fill(message) else ["    (void)_init;"]
    nested = [f"{f.name}(_init)" for f in message.fields if _is_one_message(f)]
    allocating = [_allocating(f) for f in message.fields if _allocating(f)]
    return [
        f"  explicit {short}_({INIT} _init = {INIT}::ALL)", *_initialisers(nested),
        *fill, "  }", "",
        f"  explicit {short}_(const ContainerAllocator& _alloc,",
        f"    {INIT} _init = {INIT}::ALL)", *_initialisers(allocating),
        *([] if allocating else ["    (void)_alloc;"]), *fill, "  }"]


def _initialisers(initialisers: list) -> list:
    if not initialisers:
        return ["  {"]
    return ["  : " + ",\n    ".join(initialisers), "  {"]


def _is_one_message(field: model.Field) -> bool:
    return field.type.nested and field.type.repeat == "none"


def _allocating(field: model.Field) -> str:
    """The initialiser that hands the allocator on, where the member takes one."""
    if _is_one_message(field):
        return f"{field.name}(_alloc, _init)"
    takes = field.type.repeat in ("bounded", "sequence") or (
        field.type.is_string and field.type.repeat == "none")
    return f"{field.name}(_alloc)" if takes else ""


def _setter(field: model.Field) -> list:
    return [f"  Type& set__{field.name}(const _{field.name}_type& _arg) {{",
            f"    this->{field.name} = _arg;", "    return *this;", "  }"]


def _constant(constant: model.Constant) -> list:
    if constant.type.is_string:
        return [f"  static const {cpp.member_type(constant.type)} {constant.name};"]
    return [f"  static constexpr {cpp.member_type(constant.type)} {constant.name} = "
            f"{cpp.value(constant.type, constant.value)};"]


def _string_definition(short: str, constant: model.Constant) -> list:
    return ["template <class ContainerAllocator>",
            f"const {cpp.member_type(constant.type)} {short}_<ContainerAllocator>::"
            f"{constant.name} = {cpp.value(constant.type, constant.value)};", ""]


def _pointers() -> list:
    return ["  using RawPtr = Type*;", "  using ConstRawPtr = const Type*;",
            "  using SharedPtr = std::shared_ptr<Type>;",
            "  using ConstSharedPtr = std::shared_ptr<const Type>;",
            "  template <typename Deleter = std::default_delete<Type>>",
            "  using UniquePtrWithDeleter = std::unique_ptr<Type, Deleter>;",
            "  using UniquePtr = UniquePtrWithDeleter<>;",
            "  using WeakPtr = std::weak_ptr<Type>;",
            "  using ConstWeakPtr = std::weak_ptr<const Type>;"]


def _equality(message: model.Message) -> list:
    same = " &&\n      ".join(f"{f.name} == _other.{f.name}" for f in message.fields)
    return ["  bool operator==(const Type& _other) const {", f"    return {same};", "  }",
            "  bool operator!=(const Type& _other) const { return !(*this == _other); }"]


def _fill(message: model.Message) -> list:
    """The part of construction that depends on MessageInitialization."""
    given = [f for f in message.fields if f.default is not None]
    zeroed = [f for f in message.fields if f.default is None and _is_number(f)]
    blocks = [
        ("ALL ALL_BUT_BULK ZERO", [_assign_zero(f) for f in zeroed if not _is_bulk(f)]),
        ("ALL ZERO", [_assign_zero(f) for f in zeroed if _is_bulk(f)]),
        ("ALL ALL_BUT_BULK DEFAULTS_ONLY", [_assign_default(f) for f in given]),
        ("ZERO", [_assign_zero(f) for f in given if _is_number(f)])]
    lines = [f"  rosidl_runtime_cpp::fill_array({f.name}, _init);" for f in message.fields
             if f.type.nested and f.type.repeat == "array"]
    for kinds, body in blocks:
        if body:
            any_of = " || ".join(f"_init == {INIT}::{kind}" for kind in kinds.split())
            lines += [f"  if ({any_of}) {{", *(f"    {line}" for line in body), "  }"]
    if not lines:
        return []
    return ["", " private:", f"  void _fill({INIT} _init) {{", *(f"  {line}" for line in lines), "  }"]


def _is_number(field: model.Field) -> bool:
    return (not field.type.nested and not field.type.is_string
            and field.type.repeat in ("none", "array"))


def _is_bulk(field: model.Field) -> bool:
    """A long array whose elements may be any bits: not of bool."""
    return field.type.scalar != "bool" and _is_long(field)


def _is_long(field: model.Field) -> bool:
    type_ = field.type
    return (type_.repeat == "array" and type_.scalar in SIZES
            and type_.capacity * SIZES[type_.scalar] >= BULK)


def _assign_zero(field: model.Field) -> str:
    value = cpp.zero(field.type.element)
    return f"{field.name}.fill({value});" if field.type.repeat == "array" else \
        f"{field.name} = {value};"


def _assign_default(field: model.Field) -> str:
    value = cpp.value(field.type, field.default)
    if _is_long(field):  # an array that is assigned would lie on the stack before
        return (f"static constexpr {cpp.member_type(field.type.element)} "
                f"_default_of_{field.name}[] = {value};\n"
                f"      for (std::size_t _i = 0; _i < {field.name}.size(); ++_i) "
                f"{field.name}[_i] = _default_of_{field.name}[_i];")
    if field.type.repeat == "array":
        return f"{field.name} = {{{value}}};"
    return f"{field.name} = {value};"


def _service(service: model.Service) -> str:
    short = model.short(service.name)
    return (f"struct {short} {{\n  using Request = {short}_Request;\n"
            f"  using Response = {short}_Response;\n  using Event = {short}_Event;\n}};\n")


def _action(action: model.Action) -> str:
    short = model.short(action.name)
    return (f"struct {short} {{\n  using Goal = {short}_Goal;\n  using Result = {short}_Result;\n"
            f"  using Feedback = {short}_Feedback;\n\n"
            f"  /// What travels for the action besides its own three types.\n  struct Impl {{\n"
            f"    using SendGoalService = {short}_SendGoal;\n"
            f"    using GetResultService = {short}_GetResult;\n"
            f"    using FeedbackMessage = {short}_FeedbackMessage;\n"
            f"    using CancelGoalService = ::action_msgs::srv::CancelGoal;\n"
            f"    using GoalStatusMessage = ::action_msgs::msg::GoalStatusArray;\n  }};\n}};\n")
