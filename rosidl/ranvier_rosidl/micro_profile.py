"""A profile of C messages: fixed capacities, so that a message has static memory and a known
worst-case size.

A profile is a text file. A line is a member and its capacity, in elements; of a text, in
characters; of a sequence of texts, both. `string` and `sequence` stand for all that have no line
of their own:

    # capacities
    string 20
    sequence 5
    sensor_msgs/msg/Image.data 400
    sensor_msgs/msg/JointState.name 6 12

For each message there is a struct pkg__msg__Name__memory, a function that gives a message that
memory (pkg__msg__Name__give_memory), and pkg__msg__Name__MAX_SERIALIZED_SIZE, in bytes of CDR.
"""
from __future__ import annotations

import dataclasses
import pathlib

from . import c_struct, cpp
from .library import SIZES

UNIT = {"string": "char", "wstring": "uint16_t"}


@dataclasses.dataclass
class Profile:
    text: int = 20
    elements: int = 5
    members: dict = dataclasses.field(default_factory=dict)

    @classmethod
    def read(cls, path: pathlib.Path) -> "Profile":
        """Raises ValueError that names the line."""
        profile = cls()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            if len(words) not in (2, 3) or not all(word.isdigit() for word in words[1:]):
                raise ValueError(f"{path}:{number}: write a member and its capacity, such as "
                                 "'std_msgs/msg/String.data 64'")
            capacities = [int(word) for word in words[1:]]
            if words[0] == "string":
                profile.text = capacities[0]
            elif words[0] == "sequence":
                profile.elements = capacities[0]
            else:
                profile.members[words[0]] = capacities
        return profile

    def check(self, messages) -> None:
        """Raises ValueError for a line that names no text or sequence of a message."""
        known = {message.name: {field.name: field.type for field in message.fields}
                 for message in messages}
        for member in self.members:
            name, _, field = member.partition(".")
            if name not in known:
                continue  # of another package
            type_ = known[name].get(field)
            if type_ is None or not (type_.is_string or c_struct.is_sequence(type_)):
                raise ValueError(f"the profile gives '{member}' a capacity, and the message has no "
                                 "such text or sequence")

    def _given(self, message, field):
        return self.members.get(f"{message.name}.{field.name}", [])

    def count(self, message, field) -> int:
        """Elements that a member has room for."""
        if field.type.repeat == "none":
            return 1
        if field.type.repeat == "array":
            return field.type.capacity
        given = self._given(message, field)
        count = given[0] if given else self.elements
        return min(count, field.type.capacity) if field.type.repeat == "bounded" else count

    def characters(self, message, field) -> int:
        given = self._given(message, field)
        index = 1 if c_struct.is_sequence(field.type) else 0
        count = given[index] if len(given) > index else self.text
        return min(count, field.type.string_bound) if field.type.string_bound else count


class Writer:
    """Writes what a profile says of messages that a library knows."""

    def __init__(self, profile: Profile, library):
        self.profile, self.library = profile, library

    def needs_memory(self, message) -> bool:
        return any(field.type.is_string or c_struct.is_sequence(field.type) or
                   (field.type.nested and self.needs_memory(self._nested(field)))
                   for field in message.fields)

    def _nested(self, field):
        return self.library.message(field.type.scalar)

    def message(self, message) -> str:
        name = cpp.identifier(message.name)
        lines = [f"enum {{ {name}__MAX_SERIALIZED_SIZE = {self.serialized(message)} }};"]
        if self.needs_memory(message):
            members = [line for field in message.fields for line in self._members(message, field)]
            gives = [line for field in message.fields for line in self._gives(message, field)]
            lines += [f"typedef struct {name}__memory {{", *members, f"}} {name}__memory;",
                      "/* An empty message in that memory, which stays while the message does. */",
                      f"static inline void {name}__give_memory({name}* message,"
                      f" {name}__memory* memory) {{",
                      "  memset(message, 0, sizeof(*message));",
                      "  memset(memory, 0, sizeof(*memory));", *gives, "}"]
        return "\n".join([*lines, ""])

    def _members(self, message, field) -> list:
        type_, count = field.type, self.profile.count(message, field)
        lines = []
        if type_.repeat in ("bounded", "sequence"):
            lines.append(f"  {c_struct.element_type(type_)} {field.name}[{max(count, 1)}];")
        if type_.is_string:
            room = self.profile.characters(message, field) + 1
            lines.append(f"  {UNIT[type_.scalar]} {field.name}__text[{max(count, 1)}][{room}];")
        if type_.nested and self.needs_memory(self._nested(field)):
            lines.append(f"  {cpp.identifier(type_.scalar)}__memory "
                         f"{field.name}__memory[{max(count, 1)}];")
        return lines

    def _gives(self, message, field) -> list:
        type_, count = field.type, self.profile.count(message, field)
        lines, place = [], f"message->{field.name}"
        if type_.repeat in ("bounded", "sequence"):
            lines += [f"  {place}.data = memory->{field.name};", f"  {place}.capacity = {count};"]
            place = f"memory->{field.name}[i]"
        elif type_.repeat == "array":
            place += "[i]"
        deep = type_.nested and self.needs_memory(self._nested(field))
        if (type_.is_string or deep) and count:
            lines.append(f"  for (size_t i = 0; i < {count}; ++i) {{")
            if type_.is_string:
                room = self.profile.characters(message, field) + 1
                lines += [f"    {place}.data = memory->{field.name}__text[i];",
                          f"    {place}.capacity = {room};"]
            else:
                lines.append(f"    {cpp.identifier(type_.scalar)}__give_memory(&{place}, "
                             f"&memory->{field.name}__memory[i]);")
            lines.append("  }")
        return lines

    def serialized(self, message) -> int:
        """An upper bound: where a place is not known, the most padding is counted."""
        at = Place()
        self._walk(message, at)
        return at.size

    def _walk(self, message, at) -> None:
        for field in message.fields:
            count = self.profile.count(message, field)
            if c_struct.is_sequence(field.type):
                at.numbers(4, 1)
            if field.type.nested:
                for _ in range(count):
                    self._walk(self._nested(field), at)
            elif field.type.is_string:
                for _ in range(count):
                    at.numbers(4, 1)
                    at.text(field.type, self.profile.characters(message, field))
            elif count:
                at.numbers(SIZES[field.type.scalar], count)
            if c_struct.is_sequence(field.type):  # it may be shorter
                plain = not field.type.nested and not field.type.is_string
                at.know(min(4, SIZES[field.type.scalar]) if plain else 1)


@dataclasses.dataclass
class Place:
    """Where the next byte is at most; the place itself is `rest` more than a multiple of `of`."""
    size: int = 0
    of: int = 8
    rest: int = 0

    def numbers(self, width: int, count: int) -> None:
        padding = -self.rest % width if self.of >= width else width - 1
        if self.of < width:
            self.of, self.rest = width, 0
        else:
            self.rest = (self.rest + padding) % self.of
        self.size += padding + width * count
        self.rest = (self.rest + width * count) % self.of

    def text(self, type_, characters: int) -> None:
        wide = type_.scalar == "wstring"
        self.size += characters * 4 if wide else characters + 1
        self.know(4 if wide else 1)

    def know(self, of: int) -> None:
        """From here on it is a multiple of `of`, and no more is known."""
        self.of, self.rest = of, 0
