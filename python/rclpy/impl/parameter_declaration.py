"""What a tuple given to declare_parameters() declares."""
import copy
import warnings

from rclpy.parameter import PARAMETER_SEPARATOR_STRING, Parameter
from rclpy.validate_parameter_name import validate_parameter_name

_NAME_ALONE = (
    "when declaring parameter named '{name}', declaring a parameter only providing its name is "
    "deprecated. You have to either:\n"
    "\t- Pass a name and a default value different to \"PARAMETER NOT SET\" (and optionally a "
    "descriptor).\n\t- Pass a name and a parameter type.\n"
    "\t- Pass a name and a descriptor with `dynamic_typing=True")


def new_descriptor(**kwargs):
    from rcl_interfaces.msg import ParameterDescriptor
    return ParameterDescriptor(**kwargs)


def declaration_of(namespace, index, declaration):
    """Give name, type, default (a Parameter) and descriptor."""
    place = f"at index {index} in parameters list"
    if not 1 <= len(declaration) <= 3:
        raise TypeError(f"Invalid parameter tuple length {place}: {declaration}; expecting "
                        "length between 1 and 3")
    name = declaration[0]
    if not isinstance(name, str):
        raise TypeError(f"First element {name} {place} is not a str.")
    full = f"{namespace}{PARAMETER_SEPARATOR_STRING}{name}" if namespace else name
    validate_parameter_name(full)
    descriptor = _given_descriptor(declaration, place)
    second = declaration[1] if len(declaration) > 1 else None
    if isinstance(second, Parameter.Type):
        return _typed(full, second, descriptor)
    if second is None and not descriptor.dynamic_typing:
        warnings.warn(_NAME_ALONE.format(name=name), stacklevel=4)
        descriptor.dynamic_typing = True
    value = _default(full, second, descriptor)
    return full, value.type_, value, descriptor


def _default(name, value, descriptor):
    """Give the default; an empty list is of the type that the descriptor names."""
    default = Parameter(name, value=value)
    kinds = Parameter.Type
    empty = default.type_ is kinds.BYTE_ARRAY and len(value) == 0
    if empty and kinds.BYTE_ARRAY.value < descriptor.type <= kinds.STRING_ARRAY.value:
        return Parameter(name, kinds(descriptor.type), value)
    return default


def _given_descriptor(declaration, place):
    if len(declaration) < 3:
        return new_descriptor()
    if type(declaration[2]) is not type(new_descriptor()):
        raise TypeError(
            f"Third element {declaration[2]} {place} is not a ParameterDescriptor.")
    return copy.deepcopy(declaration[2])


def _typed(name, kind, descriptor):
    if kind is Parameter.Type.NOT_SET:
        raise ValueError(
            f"Cannot declare parameter {{{name}}} as statically typed of type NOT_SET")
    if descriptor.dynamic_typing:
        raise ValueError(f"When declaring parameter {{{name}}} passing a descriptor with"
                         "`dynamic_typing=True` is not allowed when the parameter type is "
                         "provided")
    return name, kind, None, descriptor
