"""Whether a value may be given to a parameter."""
import array
import math

from rclpy.parameter import Parameter

_WHOLE = (Parameter.Type.INTEGER, Parameter.Type.INTEGER_ARRAY)
_CLOSE = {"rel_tol": 1e-6}  # Node.PARAM_REL_TOL


def why_not(parameter, descriptor):
    """Give why the descriptor does not let the value in; '' if it does."""
    if descriptor.read_only:
        return f"Trying to set a read-only parameter: {parameter.name}."
    return why_not_type(parameter, descriptor) or why_not_range(parameter, descriptor)


def why_not_type(parameter, descriptor):
    if descriptor.dynamic_typing or descriptor.type == parameter.type_.value:
        return ""
    if parameter.type_ is Parameter.Type.NOT_SET:
        return "Static parameter cannot be undeclared"
    return (f"Wrong parameter type, expected '{Parameter.Type(descriptor.type)}' got "
            f"'{parameter.type_}'")


def why_not_range(parameter, descriptor):
    if parameter.type_ in _WHOLE and not _fits(parameter.value):
        return f"Parameter {parameter.name} takes whole numbers of 64 bits, not {parameter.value}"
    if parameter.type_ is Parameter.Type.INTEGER and descriptor.integer_range:
        return _integer(parameter, descriptor.integer_range[0])
    if parameter.type_ is Parameter.Type.DOUBLE and descriptor.floating_point_range:
        return _double(parameter, descriptor.floating_point_range[0])
    return ""


def _fits(value):
    if isinstance(value, array.array) and value.typecode not in "LQ":
        return True
    return all(-2**63 <= one < 2**63 for one in ((value,) if isinstance(value, int) else value))


def _integer(parameter, limits):
    value, least, most, step = (parameter.value, limits.from_value, limits.to_value, limits.step)
    low, high = min(least, most), max(least, most)
    if not low <= value <= high:
        return (f"Parameter {parameter.name} out of range. Min: {low}, Max: {high}, value: "
                f"{value}")
    if step != 0 and value not in (low, high) and (value - low) % step != 0:
        return (f"The parameter value for {parameter.name} is not a valid step. Min: {low}, max: "
                f"{high}, value: {value}, step: {step}")
    return ""


def _double(parameter, limits):
    value, least, most, step = (parameter.value, limits.from_value, limits.to_value, limits.step)
    low, high = min(least, most), max(least, most)
    if math.isclose(value, low, **_CLOSE) or math.isclose(value, high, **_CLOSE):
        return ""
    if not low <= value <= high:
        return (f"Parameter {parameter.name} out of range Min: {low}, Max: {high}, value: "
                f"{value}")
    if step != 0.0:
        whole = round((value - low) / step)
        if not math.isclose(value - low, whole * step, **_CLOSE):
            return (f"The parameter value for {parameter.name} is not close enough to a valid "
                    f"step. Min: {low}, max: {high}, value: {value}, step: {step}")
    return ""
