"""Messages as YAML, as lines of values, and as dictionaries."""
import collections
import dataclasses
import itertools
import sys

from rosidl_parser import definition


@dataclasses.dataclass(frozen=True)
class _Limits:
    """What is left out of a message that is shown."""
    truncate_length: object = None
    no_arr: bool = False
    no_str: bool = False

    def cuts(self, value):
        """Whether the value is longer than what is shown of it."""
        return self.truncate_length is not None and len(value) > self.truncate_length


def message_to_ordereddict(msg, *, truncate_length=None, no_arr=False, no_str=False):
    """Name of a field -> its value: a message is a dictionary, an array a list, bytes are text.

    With `truncate_length` no more elements and characters are shown, with `no_arr` the type and
    length of arrays, with `no_str` the length of strings.
    """
    return _dictionary(msg, _Limits(truncate_length, no_arr, no_str))


def message_to_yaml(msg, *, truncate_length=None, no_arr=False, no_str=False, flow_style=False):
    """The same as YAML; with `flow_style` each array is on one line."""
    import yaml

    class Dumper(yaml.Dumper):
        """Keeps the order of the fields."""

    Dumper.add_representer(collections.OrderedDict, lambda dumper, fields: dumper.represent_mapping(
        "tag:yaml.org,2002:map", fields.items(), False))
    return yaml.dump(_dictionary(msg, _Limits(truncate_length, no_arr, no_str)), Dumper=Dumper,
                     allow_unicode=True, width=sys.maxsize, default_flow_style=flow_style)


def message_to_csv(msg, *, truncate_length=None, no_arr=False, no_str=False):
    """All values in one line, with commas between them."""
    return _line(msg, _Limits(truncate_length, no_arr, no_str))


def get_message_slot_types(msg):
    """Name of a field -> its type, of rosidl_parser.definition."""
    return collections.OrderedDict(zip(msg.get_fields_and_field_types(), msg.SLOT_TYPES))


def _dictionary(msg, limits):
    return collections.OrderedDict(
        (name, _value(getattr(msg, name), type_, limits))
        for name, type_ in get_message_slot_types(msg).items())


def _value(value, type_, limits):
    """A value of a field of that type; `type_` is None within an array."""
    if isinstance(value, (bytes, bytearray)):
        return _text(value.decode("latin-1"), limits)
    if isinstance(value, str):
        return f"<string length: <{len(value)}>>" if limits.no_str else _text(value, limits)
    if isinstance(value, (bool, int, float)):
        return value
    if hasattr(value, "get_fields_and_field_types"):
        return _dictionary(value, limits)
    if limits.no_arr and type_ is not None:
        return _abbreviated(value, type_)
    if hasattr(value, "tolist"):  # array.array, and numpy's arrays and numbers
        value = _whole(value, limits)
        if not isinstance(value, list):
            return value
    cut = limits.cuts(value)
    shown = [_value(one, None, limits) for one in
             itertools.islice(value, limits.truncate_length if cut else None)]
    return shown + ["..."] if cut else shown


def _whole(value, limits):
    """Python's numbers of an array; of a long one no more than what shows that it is cut."""
    if getattr(value, "ndim", 1) and limits.truncate_length is not None:
        value = value[:limits.truncate_length + 1]
    return value.tolist()


def _text(text, limits):
    return text[:limits.truncate_length] + "..." if limits.cuts(text) else text


def _abbreviated(value, type_):
    """What is shown in place of an array."""
    name = type_name(type_.value_type)
    if isinstance(type_, definition.Array):
        return f"<array type: {name}[{type_.size}]>"
    bound = f"[{type_.maximum_size}]" if isinstance(type_, definition.BoundedSequence) else ""
    return f"<sequence type: {name}{bound}, length: {len(value)}>"


def type_name(type_):
    if isinstance(type_, definition.BasicType):
        return type_.typename
    if isinstance(type_, definition.AbstractGenericString):
        return "wstring" if isinstance(type_, definition.AbstractWString) else "string"
    return "/".join(type_.namespaced_name())


def _line(msg, limits):
    line = ""  # ROS 2 puts a comma only behind what is there: none behind empty fields in front
    for name, type_ in get_message_slot_types(msg).items():
        line += ("," if line else "") + _in_line(getattr(msg, name), type_, limits)
    return line


def _in_line(value, type_, limits):
    if isinstance(value, str):
        return f"<string length: <{len(value)}>>" if limits.no_str else _text(value, limits)
    if isinstance(value, bytes):
        return str(value[:limits.truncate_length] + b"..." if limits.cuts(value) else value)
    if isinstance(value, (bool, int, float)):
        return str(value)
    if hasattr(value, "get_fields_and_field_types"):
        return _line(value, limits)
    if limits.no_arr and type_ is not None:
        return _abbreviated(value, type_)
    if hasattr(value, "tolist"):
        value = _whole(value, limits)
        if not isinstance(value, list):
            return str(value)
    cut = limits.cuts(value)
    shown = [_in_line(one, None, limits) for one in
             itertools.islice(value, limits.truncate_length if cut else None)]
    return ",".join([*shown, "..."] if cut else shown)
