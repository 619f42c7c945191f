"""view/x.hpp: the messages of an interface as they are seen in their encoding."""
from __future__ import annotations

import itertools

from . import cpp, model
from .library import SIZES


def header_path(full: str) -> str:
    """Where users find it: "sensor_msgs/msg/view/image.hpp"."""
    package, folder, _ = full.split("/")
    return f"{package}/{folder}/view/{model.snake(full)}.hpp"


def view_header(definition, library) -> str:
    messages = getattr(definition, "messages", (definition,))
    own = {message.name for message in messages}
    types = [field.type for message in messages for field in message.fields]
    nested = [type_.scalar for type_ in types if type_.nested and type_.scalar not in own]
    body = cpp.includes("<array>", "<cstddef>", "<cstdint>", "<string>", "<string_view>",
                        "<vector>", cpp.header(definition.name, "type_support"),
                        *map(header_path, nested), "rosidl_runtime_cpp/view.hpp")
    body += "\nnamespace ranvier {\n\n" + "".join(_message(m, library) for m in messages)
    return cpp.file(definition, "Views", body + "}  // namespace ranvier\n")


def _message(message: model.Message, library) -> str:
    type_ = f"::{cpp.name(message.name)}"
    plain = library.plain_alignment(message.name) > 0
    walks = " &&\n           ".join(_walks(message.fields, library))
    return (("" if plain else _fields(message, type_, library))
            + f"template <>\nstruct Viewing<{type_}> {{\n"
            f"  using Type = {type_ if plain else f'Fields<{type_}>'};\n"
            f"  static constexpr bool plain = {str(plain).lower()};\n"
            f"  static constexpr std::size_t min_size = {library.min_size(message.name)};\n\n"
            f"  template <typename Members, typename Walk>\n"
            f"  [[gnu::hot]] static bool each_member(Members& members, Walk& walk) {{\n"
            f"    return {walks};\n  }}\n}};\n\n")


def _fields(message: model.Message, type_: str, library) -> str:
    lines = "".join(f"  {_type(field.type, library)} {field.name}{{}};\n"
                    for field in message.fields)
    return f"template <>\nstruct Fields<{type_}> {{\n{lines}}};\n\n"


def _type(type_: model.Type, library) -> str:
    element, in_place = _element(type_, library)
    if type_.repeat == "none":
        return element
    if in_place:
        return f"Span<const {'Flag' if element == 'bool' else element}>"
    if type_.repeat == "array":
        return f"std::array<{element}, {type_.capacity}>"
    return f"std::vector<{element}>"


def _element(type_: model.Type, library) -> tuple:
    """The type of one, and whether many of them are seen where they lie."""
    if type_.nested:
        name, plain = f"::{cpp.name(type_.scalar)}", library.plain_alignment(type_.scalar) > 0
        return (name, True) if plain else (f"Fields<{name}>", False)
    if type_.is_string:
        return ("std::string_view" if type_.scalar == "string" else "std::u16string"), False
    return cpp.SCALARS[type_.scalar], True


def _walks(fields, library):
    """Numbers and plain messages that follow each other are walked by one call."""
    def numbers(field):
        return field.type.repeat == "none" and _alignment(field.type, library) > 0

    for are_numbers, group in itertools.groupby(fields, key=numbers):
        if are_numbers:
            yield from map(_numbers, _runs(group, library))
        else:
            yield from map(_walk, group)


def _runs(fields, library):
    """Where each begins but the first is known once the first has been aligned."""
    run = []
    for field in fields:
        if run and _alignment(field.type, library) > _alignment(run[0].type, library):
            yield run
            run = []
        run.append(field)
    yield run


def _alignment(type_: model.Type, library) -> int:
    """Of a number or a plain message; 0 of the rest."""
    if type_.nested:
        return library.plain_alignment(type_.scalar)
    return SIZES.get(type_.scalar, 0)


def _numbers(run) -> str:
    members = ", ".join(f"members.{field.name}" for field in run)
    return f"walk.numbers({members})"


def _walk(field: model.Field) -> str:
    type_, arguments = field.type, [f"members.{field.name}"]
    call = "one" if type_.repeat == "none" else "sequence"
    if type_.repeat == "array":
        call = f"template array<{type_.capacity}>"
    elif type_.repeat != "none":
        arguments.append(str(type_.capacity) if type_.repeat == "bounded" else "detail::kUnbounded")
    if type_.string_bound:
        arguments.append(f"std::size_t{{{type_.string_bound}}}")
    return f"walk.{call}({', '.join(arguments)})"
