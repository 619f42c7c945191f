"""The types of values that launch files name."""
from typing import List

from launch.utilities.type_utils import coerce_list, coerce_to_type, get_typed_value

_TYPES = {
    "str": str, "bool": bool, "float": float, "int": int, "list_of_str": List[str],
    "list_of_bool": List[bool], "list_of_float": List[float], "list_of_int": List[int],
    "yaml": None}


def get_data_type_from_identifier(identifier):
    """Give the type that a name such as list_of_int stands for; None for yaml."""
    if identifier not in _TYPES:
        raise RuntimeError(
            f"unknown type '{identifier}': expected one of [{', '.join(sorted(_TYPES))}]")
    return _TYPES[identifier]


__all__ = ["coerce_list", "coerce_to_type", "get_data_type_from_identifier", "get_typed_value"]
