"""Parameters, with their substitutions performed."""
import pathlib

from launch.utilities import perform_substitutions
from launch_ros.parameter_descriptions import (
    Parameter, ParameterFile, evaluate_value, naming)


def evaluate_parameter_dict(context, parameters):
    """Give {name: value}; TypeError if a value is a map or a mixed list."""
    evaluated = {}
    for parts, value in parameters.items():
        name = perform_substitutions(context, list(parts))
        with naming(name):
            evaluated[name] = evaluate_value(context, value)
    return evaluated


def evaluate_parameters(context, parameters):
    """Give a tuple of paths, dicts and Parameters whose names and values are known."""
    evaluated = []
    for one in parameters:
        if isinstance(one, ParameterFile):
            evaluated.append(one.evaluate(context))
        elif isinstance(one, Parameter):
            one.evaluate(context)
            evaluated.append(one)
        elif isinstance(one, dict):
            evaluated.append(evaluate_parameter_dict(context, one))
        elif isinstance(one, pathlib.Path):
            evaluated.append(one)
        else:
            raise TypeError(f"{one!r} is no normalized parameter")
    return tuple(evaluated)
