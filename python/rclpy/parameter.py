"""Parameters: a name, a type and a value; as messages, text and files."""
import array
from enum import Enum
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)

PARAMETER_SEPARATOR_STRING = "."
AllowableParameterValue = object  # for annotations


class Parameter:
    """A parameter with its value."""

    class Type(Enum):
        """The types, by their numbers in rcl_interfaces/msg/ParameterType."""

        NOT_SET = 0
        BOOL = 1
        INTEGER = 2
        DOUBLE = 3
        STRING = 4
        BYTE_ARRAY = 5
        BOOL_ARRAY = 6
        INTEGER_ARRAY = 7
        DOUBLE_ARRAY = 8
        STRING_ARRAY = 9

        @classmethod
        def from_parameter_value(cls, parameter_value):
            """Give the type of a value; TypeError if there is none for it."""
            if parameter_value is None:
                return cls.NOT_SET
            for kind, one in _SCALARS:
                if isinstance(parameter_value, kind):
                    return one
            if isinstance(parameter_value, (list, tuple, array.array)):
                return cls._of_sequence(parameter_value)
            raise TypeError(
                f"The given value is not one of the allowed types '{parameter_value}'.")

        @classmethod
        def _of_sequence(cls, values):
            if isinstance(values, array.array):
                if values.typecode in "bBhHiIlLqQ":
                    return cls.INTEGER_ARRAY
                if values.typecode in "fd":
                    return cls.DOUBLE_ARRAY
            elif not values or all(isinstance(one, bytes) for one in values):
                return cls.BYTE_ARRAY
            for kind, one in _ELEMENTS:
                if all(isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
                       for value in values):
                    return one
            raise TypeError(
                f"The given value is not a list of one of the allowed types '{values}'.")

        def check(self, parameter_value):
            """Whether a value is of this type."""
            return _CHECKS[self.name](parameter_value)

    def __init__(self, name, type_=None, value=None):
        if type_ is None:
            type_ = Parameter.Type.from_parameter_value(value)
        if not isinstance(type_, Parameter.Type):
            raise TypeError(f"type must be an instance of '{Parameter.Type!r}'")
        if not type_.check(value):
            raise ValueError(f"Type '{type_}' and value '{value}' do not agree")
        self._type_ = type_
        self._name = name
        self._value = value

    @property
    def name(self):
        return self._name

    @property
    def type_(self):
        return self._type_

    @property
    def value(self):
        return self._value

    @classmethod
    def from_parameter_msg(cls, param_msg):
        """Make one of an rcl_interfaces.msg.Parameter."""
        number = param_msg.value.type
        if number not in _FIELDS:
            raise ValueError(f"{number} is not a valid Parameter.Type")
        field = _FIELDS[number]
        value = None if field is None else getattr(param_msg.value, field)
        if isinstance(value, array.array):
            value = value[:]  # of its own: a parameter keeps no message
        return cls(param_msg.name, Parameter.Type(number), value)

    def get_parameter_value(self):
        """Give an rcl_interfaces.msg.ParameterValue."""
        from rcl_interfaces.msg import ParameterValue
        value = ParameterValue(type=self._type_.value)
        field = _FIELDS[self._type_.value]
        if field is not None:
            setattr(value, field, self._value)
        return value

    def to_parameter_msg(self):
        """Give an rcl_interfaces.msg.Parameter."""
        from rcl_interfaces.msg import Parameter as Message
        return Message(name=self._name, value=self.get_parameter_value())


_T = Parameter.Type
_SCALARS = ((bool, _T.BOOL), (int, _T.INTEGER), (float, _T.DOUBLE), (str, _T.STRING))
_ELEMENTS = ((bool, _T.BOOL_ARRAY), (int, _T.INTEGER_ARRAY), (float, _T.DOUBLE_ARRAY),
             (str, _T.STRING_ARRAY))
_SEQUENCES = (list, tuple, array.array)


def _sequence_of(kind):
    return lambda value: isinstance(value, _SEQUENCES) and all(
        isinstance(one, kind) for one in value)


_CHECKS = {
    "NOT_SET": lambda value: value is None,
    "BOOL": lambda value: isinstance(value, bool),
    "INTEGER": lambda value: isinstance(value, int),
    "DOUBLE": lambda value: isinstance(value, float),
    "STRING": lambda value: isinstance(value, str),
    "BYTE_ARRAY": lambda value: isinstance(value, _SEQUENCES) and all(
        isinstance(one, bytes) and len(one) == 1 for one in value),
    "BOOL_ARRAY": _sequence_of(bool),
    "INTEGER_ARRAY": _sequence_of(int),
    "DOUBLE_ARRAY": _sequence_of(float),
    "STRING_ARRAY": _sequence_of(str),
}
# The field of ParameterValue for each type.
_FIELDS = {0: None, 1: "bool_value", 2: "integer_value", 3: "double_value", 4: "string_value",
           5: "byte_array_value", 6: "bool_array_value", 7: "integer_array_value",
           8: "double_array_value", 9: "string_array_value"}


def parameter_value_to_python(parameter_value):
    """Give the value of an rcl_interfaces.msg.ParameterValue; None for one that is not set."""
    number = parameter_value.type
    if number not in _FIELDS:
        raise ValueError(f"Unexpected parameter type {number}")
    field = _FIELDS[number]
    if field is None:
        return None
    value = getattr(parameter_value, field)
    return value.tolist() if hasattr(value, "tolist") else value


def get_parameter_value(string_value):
    """Give the rcl_interfaces.msg.ParameterValue that a text of a command line means."""
    import yaml
    try:
        value = yaml.safe_load(string_value)
    except yaml.parser.ParserError:
        value = string_value
    try:
        kind = Parameter.Type.from_parameter_value(value)
    except TypeError:
        kind = Parameter.Type.NOT_SET
    if kind is Parameter.Type.NOT_SET:  # nothing, or what is no value of a parameter
        kind, value = Parameter.Type.STRING, string_value
    elif kind is Parameter.Type.BYTE_ARRAY:  # an empty list
        kind = Parameter.Type.BOOL_ARRAY
    return Parameter("", kind, value).get_parameter_value()


def parameter_dict_from_yaml_file(parameter_file, use_wildcard=False, target_nodes=None,
                                  namespace=""):
    """
    Read a parameter file, as a node does that is started with it.

    Sections are found by the full name of a node, whether a slash is in front or not, and whether
    its namespace is written in it or around it.

    :param use_wildcard: take sections with wildcards too, before others: those that mean one of
        the nodes; without nodes '/**' alone.
    :param target_nodes: take what stands below these names; None: below all without wildcards.
    :param namespace: what each name begins with.
    :return: name to rcl_interfaces.msg.Parameter.

    OSError if it cannot be opened, RuntimeError if it is no parameter file or has nothing for a
    node, AttributeError if it is empty.
    """
    from rclpy.impl import parameter_file as file
    parameters = file.read(parameter_file)
    for name in target_nodes or ():
        if not file.of_nodes(parameters, [name], use_wildcard):
            nodes = list(dict.fromkeys(one.node for one in parameters))
            raise RuntimeError(f"Param file does not contain parameters for {name},"
                               f"only for nodes: {nodes} ")
    chosen = (file.of_nodes(parameters, target_nodes, use_wildcard) if target_nodes else
              file.of_all_nodes(parameters, use_wildcard))
    if not chosen:
        raise RuntimeError("Param file does not contain selected parameters")
    return file.messages(chosen, namespace)
