"""Parameters, however they are given."""
import collections.abc
import os

from launch.substitution import Substitution
from launch.utilities import normalize_to_list_of_substitutions
from launch_ros.parameter_descriptions import (
    Parameter, ParameterFile, naming, normalize_value)


def normalize_parameter_dict(parameters, *, _prefix=None):
    """Give {name as a tuple of substitutions: value}; a nested dict becomes names with dots."""
    if not isinstance(parameters, collections.abc.Mapping):
        raise TypeError(f"expected a dictionary of parameters, got {parameters!r}")
    normalized = {}
    for name, value in parameters.items():
        full_name = list(normalize_to_list_of_substitutions(name))
        if _prefix:
            full_name = [*_prefix, *normalize_to_list_of_substitutions("."), *full_name]
        if isinstance(value, collections.abc.Mapping):
            normalized.update(normalize_parameter_dict(value, _prefix=full_name))
        else:
            with naming("".join(getattr(part, "text", part.describe()) for part in full_name)):
                normalized[tuple(full_name)] = normalize_value(value)
    return normalized


def normalize_parameters(parameters):
    """Give a list of ParameterFile, Parameter and normalized dicts."""
    if isinstance(parameters, (str, os.PathLike, Substitution, collections.abc.Mapping)) or \
            not isinstance(parameters, collections.abc.Iterable):
        raise TypeError(
            f"'parameters' is {parameters!r}: expected a list of dictionaries and files")
    normalized = []
    for one in parameters:
        if isinstance(one, collections.abc.Mapping):
            normalized.append(normalize_parameter_dict(one))
        elif isinstance(one, (Parameter, ParameterFile)):
            normalized.append(one)
        elif isinstance(one, (str, os.PathLike, Substitution, list, tuple)):
            normalized.append(ParameterFile(one))
        else:
            raise TypeError(
                f"{one!r} in 'parameters' is neither a dictionary, nor a Parameter, nor the path "
                "of a file")
    return normalized
