"""Values of launch files: their types, and how a text becomes one."""
import collections.abc
from typing import Any, List, Sequence, Text, Tuple, Type, Union

from launch.some_substitutions_type import SomeSubstitutionsType
from launch.substitution import Substitution

AllowedTypesTuple = (int, float, bool, str, list)
ScalarTypesTuple = (int, float, bool, str)
ScalarValueType = Union[int, float, bool, str]
ListValueType = Union[List[int], List[float], List[bool], List[str]]
AllowedValueType = Union[ScalarValueType, ListValueType]
AllowedTypesType = Any
SomeValueType = Union[
    SomeSubstitutionsType, ScalarValueType, Sequence[ScalarValueType],
    Sequence[SomeSubstitutionsType]]
NormalizedValueType = Union[
    ScalarValueType, ListValueType, List[Substitution], List[List[Substitution]]]
StrSomeValueType = SomeValueType
TypesTuple = Tuple[Type, ...]

_TRUE = ("true", "True", "TRUE", "1", "on", "On", "ON", "yes", "Yes", "YES", "y", "Y")
_FALSE = ("false", "False", "FALSE", "0", "off", "Off", "OFF", "no", "No", "NO", "n", "N")


def is_typing_list(data_type):
    """Whether it is List, or List[something]."""
    return data_type is List or getattr(data_type, "__origin__", None) in (list, List)


def is_valid_scalar_type(data_type):
    return data_type in ScalarTypesTuple


def extract_type(data_type):
    """
    Give (type of the scalar, whether it is a list of them).

    None stands for any type. Raises ValueError for types that values of launch files cannot have.
    """
    is_list = is_typing_list(data_type)
    scalar = data_type
    if is_list:
        scalar = (getattr(data_type, "__args__", ()) or (None,))[0]
        if scalar not in ScalarTypesTuple:
            raise ValueError(f"Unrecognized data type: {data_type}")
    elif scalar is not None and not is_valid_scalar_type(scalar):
        raise ValueError(f"Unrecognized data type: {data_type}")
    return scalar, is_list


def _is_scalar(value, data_type):
    if data_type is None:
        return isinstance(value, ScalarTypesTuple)
    if data_type in (int, float) and isinstance(value, bool):
        return False
    return isinstance(value, data_type)


def is_instance_of(value, data_type, can_be_str=False):
    """Whether a value is of a type; None: of any. can_be_str: or a text, or a list of texts."""
    scalar, is_list = extract_type(data_type)
    if data_type is None:
        return is_instance_of_valid_type(value, can_be_str=can_be_str)
    if not is_list:
        return _is_scalar(value, scalar) or (can_be_str and isinstance(value, str))
    if not isinstance(value, list):
        return False
    if all(_is_scalar(item, scalar) for item in value):
        return scalar is not None or len({type(item) for item in value}) <= 1 or can_be_str
    return can_be_str and all(isinstance(item, str) or _is_scalar(item, scalar) for item in value)


def is_instance_of_valid_type(value, can_be_str=False):
    """Whether it is a scalar, or a list of scalars of one type (or texts, with can_be_str)."""
    if isinstance(value, ScalarTypesTuple):
        return True
    if not isinstance(value, list) or not all(isinstance(one, ScalarTypesTuple) for one in value):
        return False
    kinds = {type(item) for item in value}
    return len(kinds - {str} if can_be_str else kinds) <= 1


def _kind(value):
    return next((kind for kind in (bool, int, float, str) if isinstance(value, kind)), None)


def of_one_type(values, unknown=()):
    """
    Give a list of scalars of one type: whole numbers among decimals become decimals.

    :param unknown: a type whose items are not known yet, and stay as they are.

    Raises TypeError for other mixtures.
    """
    known = [value for value in values if not isinstance(value, unknown)]
    kinds = {_kind(value) for value in known}
    if kinds == {int, float}:
        return [float(value) if _kind(value) is int else value for value in values]
    if len(kinds) > 1 or None in kinds:
        names = sorted({type(value).__name__ for value in known})
        raise TypeError(
            f"the list {values!r} has items of the types {', '.join(names)}: give scalars of one "
            "type, or whole numbers and decimals")
    return values


def _is_list_of_scalars(value):
    return isinstance(value, list) and all(_kind(item) for item in value)


def _coerce_text(value, data_type):
    if data_type is str:
        return value
    if data_type is bool:
        if value in _TRUE:
            return True
        if value in _FALSE:
            return False
        raise ValueError(f"Failed to convert '{value}' to 'bool': expected true or false")
    if data_type in (int, float):
        try:
            return data_type(value)
        except ValueError:
            raise ValueError(
                f"Failed to convert '{value}' to '{data_type.__name__}': expected a "
                f"{'whole ' if data_type is int else ''}number") from None
    from launch.utilities.yaml_values import load_yaml_value
    return load_yaml_value(value)


def coerce_to_type(value, data_type=None, can_be_str=False):
    """
    Give the value that a text stands for.

    :param data_type: int, float, bool, str, a list of one of them; None: what YAML makes of it.
    :param can_be_str: a text that is no such value is given as it is.

    Raises ValueError if it is no such value, TypeError if it is a list of several types.
    """
    scalar, is_list = extract_type(data_type)
    try:
        if is_list:
            made = _coerce_text(value, None)
            if not isinstance(made, list):
                raise ValueError(f"Failed to convert '{value}' to '{data_type}': it is no list")
            made = [_as(item, scalar) for item in made]
            if not all(_is_scalar(item, scalar) or (can_be_str and isinstance(item, str))
                       for item in made):
                raise ValueError(f"Failed to convert '{value}' to '{data_type}'")
            return made
        made = _coerce_text(value, scalar)
        if made is None:
            return value
        if _is_list_of_scalars(made):
            return of_one_type(made, str if can_be_str else ())
        if scalar is None and not is_instance_of_valid_type(made, can_be_str):
            raise ValueError(
                f"'{value}' is a '{type(made).__name__}' for YAML: expected a scalar, or a list "
                "of scalars of one type")
        return made
    except ValueError:
        if can_be_str:
            return value
        raise


def coerce_list(value, data_type=None, can_be_str=False):
    """Give the values that a list of texts stands for, of one type."""
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list of texts")
    if data_type is None:
        made = [coerce_to_type(item, None, True) for item in value]
        kinds = {type(item) for item in made}
        if kinds == {int, float}:
            return [float(item) for item in made]
        plain = len(kinds - {str} if can_be_str else kinds) <= 1
        return made if plain else list(value)
    return [coerce_to_type(item, data_type, can_be_str) for item in value]


def get_typed_value(value, data_type, can_be_str=False):
    """Give a text, or a list of texts, as a value of a type."""
    if not isinstance(value, list):
        return coerce_to_type(value, data_type, can_be_str)
    scalar, is_list = extract_type(data_type)
    if data_type is not None and not is_list:
        raise TypeError(f"{value!r} is a list: expected '{data_type}'")
    return coerce_list(value, scalar, can_be_str)


def is_substitution(value):
    """Whether it is a substitution, or an iterable of texts with at least one substitution."""
    if isinstance(value, Substitution):
        return True
    return isinstance(value, collections.abc.Iterable) and not isinstance(value, str) and \
        all(isinstance(item, (str, Substitution)) for item in value) and \
        any(isinstance(item, Substitution) for item in value)


def is_normalized_substitution(value):
    return isinstance(value, list) and bool(value) and \
        all(isinstance(item, Substitution) for item in value)


def _as(item, scalar):
    """Give a whole number as a decimal where decimals are meant."""
    return float(item) if scalar is float and _kind(item) is int else item


def _normalize_item(item, scalar):
    from launch.utilities import normalize_to_list_of_substitutions
    if is_substitution(item):
        return normalize_to_list_of_substitutions(item)
    item = _as(item, scalar)
    if not _is_scalar(item, scalar) and not isinstance(item, str):
        raise TypeError(f"{item!r} is no value of type '{scalar.__name__ if scalar else 'any'}'")
    return item


def normalize_typed_substitution(value, data_type=None):
    """
    Give a value of a type as it is, what will become one as lists of substitutions.

    Raises TypeError if it can be no such value.
    """
    from launch.utilities import normalize_to_list_of_substitutions
    scalar, is_list = extract_type(data_type)
    if is_substitution(value):
        return normalize_to_list_of_substitutions(value)
    if isinstance(value, collections.abc.Iterable) and not isinstance(value, (str, bytes)):
        if data_type is not None and not is_list:
            if scalar is str and all(isinstance(item, str) for item in value):
                return normalize_to_list_of_substitutions(value)
            raise TypeError(f"{value!r} is a list: expected '{data_type}'")
        items = [_normalize_item(item, scalar) for item in value]
        return items if scalar else of_one_type(items, list)
    if isinstance(value, str) and scalar is not str:
        return normalize_to_list_of_substitutions(value) if data_type is not None else value
    if not is_instance_of(value, data_type):
        raise TypeError(f"{value!r} is no value of type '{data_type}'")
    return value


def _perform_item(context, item, scalar):
    from launch.utilities import perform_substitutions
    if is_normalized_substitution(item):
        return coerce_to_type(perform_substitutions(context, item), scalar)
    return coerce_to_type(item, scalar) if isinstance(item, str) and scalar else item


def perform_typed_substitution(context, value, data_type=None):
    """Give the value of what normalize_typed_substitution() gave."""
    from launch.utilities import perform_substitutions
    scalar, is_list = extract_type(data_type)
    if is_normalized_substitution(value):
        return coerce_to_type(perform_substitutions(context, value), data_type)
    if isinstance(value, list):
        return of_one_type([_perform_item(context, item, scalar) for item in value])
    if isinstance(value, str) and scalar not in (str, None):
        return coerce_to_type(value, data_type)
    return value
