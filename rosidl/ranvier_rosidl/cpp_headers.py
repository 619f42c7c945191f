"""The other headers of an interface: builder, traits, type support, public."""
from __future__ import annotations

from . import cpp, cpp_struct, model

SUPPORT = "rosidl_typesupport_cpp"
# What a message of ROS 2 brings along, and packages lean on that include nothing else.
LEANED_ON = ("<algorithm>", "<array>", "<cstdint>", "<memory>", "<sstream>", "<stdexcept>",
             "<string>", "<utility>", "<vector>")


def public_header(definition) -> str:
    parts = ("struct", "builder", "traits", "type_support")
    body = cpp.includes(*LEANED_ON, "rosidl_runtime_cpp/bounded_vector.hpp",
                        *(cpp.header(definition.name, part) for part in parts))
    return cpp.file(definition, "All that user code sees", body)


def builder_header(definition) -> str:
    messages = getattr(definition, "messages", (definition,))
    package = model.package_of(definition.name)
    body = cpp.includes("<utility>", "rosidl_runtime_cpp/containers.hpp",
                        cpp.header(definition.name, "struct"))
    body += (f"\nnamespace {package} {{\n\n/// Builds a message member by member: "
             f"build<T>().a(1).b(2).\ntemplate <typename MessageType>\nauto build();\n\n")
    body += "".join(_builders(message) for message in messages)
    return cpp.file(definition, "Builders", body + f"}}  // namespace {package}\n")


def _builders(message: model.Message) -> str:
    folder, short = message.name.split("/")[1:]
    type_ = f"::{cpp.name(message.name)}"
    if message.is_empty:
        return (f"template <>\ninline auto build<{type_}>() {{\n"
                f"  return {type_}(rosidl_runtime_cpp::MessageInitialization::ZERO);\n}}\n\n")
    text = f"namespace {folder} {{\nnamespace builder {{\n\n"
    after = type_
    for field in reversed(message.fields):
        text += _step(short, type_, field, after, field is message.fields[0])
        after = f"Init_{short}_{field.name}"
    return text + (f"}}  // namespace builder\n}}  // namespace {folder}\n\n"
                   f"template <>\ninline auto build<{type_}>() {{\n"
                   f"  return {folder}::builder::{after}();\n}}\n\n")


def _step(short: str, type_: str, field: model.Field, after: str, first: bool) -> str:
    """The builder class that waits for `field` and then gives an `after`."""
    name = f"Init_{short}_{field.name}"
    constructor = (f"{name}() : message_(rosidl_runtime_cpp::MessageInitialization::SKIP) {{}}"
                   if first else f"explicit {name}({type_}&& message) : message_(std::move(message)) {{}}")
    result = "std::move(message_)" if after == type_ else f"{after}(std::move(message_))"
    return (f"class {name} {{\n public:\n  {constructor}\n"
            f"  {after} {field.name}({type_}::_{field.name}_type arg) {{\n"
            f"    message_.{field.name} = std::move(arg);\n    return {result};\n  }}\n\n"
            f" private:\n  {type_} message_;\n}};\n\n")


def traits_header(definition, library) -> str:
    messages = getattr(definition, "messages", (definition,))
    body = cpp.includes("<cstddef>", "<iosfwd>", "<string>", "<type_traits>",
                        "rosidl_runtime_cpp/traits.hpp", cpp.header(definition.name, "struct"),
                        *cpp_struct.nested_headers(definition, "traits"))
    body += "\n" + cpp.open_namespace(definition.name) + "\n"
    body += "".join(_yaml(model.short(message.name)) for message in messages)
    body += cpp.close_namespace(definition.name) + "\nnamespace rosidl_generator_traits {\n\n"
    body += "".join(_message_traits(message.name, library) for message in messages)
    body += _role_traits(definition, library)
    return cpp.file(definition, "Traits", body + "}  // namespace rosidl_generator_traits\n")


def _yaml(short: str) -> str:
    return (f"void to_flow_style_yaml(const {short}& msg, std::ostream& out);\n"
            f"void to_block_style_yaml(const {short}& msg, std::ostream& out, "
            f"std::size_t indentation = 0);\n"
            f"std::string to_yaml(const {short}& msg, bool use_flow_style = false);\n\n")


def _names(full: str) -> str:
    type_ = cpp.name(full)
    return (f"template <>\ninline const char* data_type<{type_}>() {{ return \"{type_}\"; }}\n"
            f"template <>\ninline const char* name<{type_}>() {{ return \"{full}\"; }}\n")


def _is(trait: str, full: str, holds: bool = True) -> str:
    return f"template <>\nstruct {trait}<{cpp.name(full)}> : std::{str(holds).lower()}_type {{}};\n"


def _message_traits(full: str, library) -> str:
    return (_names(full) + _is("has_fixed_size", full, library.is_fixed(full))
            + _is("has_bounded_size", full, library.is_bounded(full))
            + _is("is_message", full) + "\n")


def _service_traits(service: model.Service, library) -> str:
    pair = (service.request.name, service.response.name)
    return (_names(service.name)
            + _is("has_fixed_size", service.name, all(map(library.is_fixed, pair)))
            + _is("has_bounded_size", service.name, all(map(library.is_bounded, pair)))
            + _is("is_service", service.name) + _is("is_service_request", pair[0])
            + _is("is_service_response", pair[1]) + "\n")


def _role_traits(definition, library) -> str:
    if isinstance(definition, model.Service):
        return _service_traits(definition, library)
    if isinstance(definition, model.Action):
        return ("".join(_service_traits(service, library) for service in definition.services)
                + _names(definition.name) + _is("is_action", definition.name)
                + _is("is_action_goal", definition.goal.name)
                + _is("is_action_result", definition.result.name)
                + _is("is_action_feedback", definition.feedback.name) + "\n")
    return ""


def type_support_header(definition) -> str:
    declarations = [("message", message.name)
                    for message in getattr(definition, "messages", (definition,))]
    declarations += [("service", service.name) for service in services_of(definition)]
    if isinstance(definition, model.Action):
        declarations.append(("action", definition.name))
    kinds = dict.fromkeys(kind for kind, _ in declarations)
    body = cpp.includes(*(f"rosidl_typesupport_cpp/{kind}_type_support.hpp" for kind in kinds),
                        cpp.header(definition.name, "struct"))
    body += f"\nnamespace {SUPPORT} {{\n\n"
    body += "".join(f"template <>\n{handle_signature(*one)};\n" for one in declarations)
    return cpp.file(definition, "The handles", body + f"\n}}  // namespace {SUPPORT}\n")


def handle_signature(kind: str, full: str) -> str:
    return (f"const rosidl_{kind}_type_support_t* "
            f"get_{kind}_type_support_handle<{cpp.name(full)}>()")


def services_of(definition) -> tuple:
    if isinstance(definition, model.Service):
        return (definition,)
    return getattr(definition, "services", ())
