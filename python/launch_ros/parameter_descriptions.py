"""Parameters that a launch gives to a node."""
import contextlib
import os
import pathlib

from launch.substitution import Substitution
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import (
    normalize_to_list_of_substitutions, normalize_typed_substitution, perform_substitutions,
    perform_typed_substitution)
from launch.utilities.type_utils import (
    is_instance_of_valid_type, is_normalized_substitution, is_substitution,
    normalize_typed_substitution as _normalize, of_one_type)
from launch_ros.parameter_yaml import plain_texts


class ParameterValue:
    """
    The value of a parameter.

    :param value_type: bool, int, float, str, a List of one; None: what YAML makes of the text.
    """

    def __init__(self, value, *, value_type=None):
        self.__value = normalize_typed_substitution(_plain(value), value_type)
        self.__value_type = value_type
        self.__evaluated = None
        self.__is_evaluated = False

    @property
    def value(self):
        return self.__evaluated if self.__is_evaluated else self.__value

    @property
    def value_type(self):
        return self.__value_type

    def __str__(self):
        return f"launch_ros.parameter_descriptions.ParameterValue(value={self.value}, " \
               f"value_type={self.value_type})"

    def evaluate(self, context):
        if self.__value_type is None:
            self.__evaluated = evaluate_value(context, self.__value)
        else:
            self.__evaluated = perform_typed_substitution(
                context, self.__value, self.__value_type)
        self.__is_evaluated = True
        return self.__evaluated


def _plain(value):
    """Give tuples as lists; a list with a substitution in it is one text."""
    return list(value) if isinstance(value, tuple) else value


class Parameter:
    """A parameter: a name and a value; evaluate() gives both."""

    def __init__(self, name, value, *, value_type=None):
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = ParameterValue(value, value_type=value_type)
        self.__evaluated_name = None

    @property
    def name(self):
        return self.__name if self.__evaluated_name is None else self.__evaluated_name

    @property
    def value(self):
        return self.__value.value

    @property
    def value_type(self):
        return self.__value.value_type

    def __str__(self):
        return f"launch_ros.description.Parameter(name={self.name}, value={self.value}, " \
               f"value_type={self.value_type})"

    def evaluate(self, context):
        self.__evaluated_name = perform_substitutions(context, self.__name)
        with naming(self.__evaluated_name):
            return self.__evaluated_name, self.__value.evaluate(context)


class ParameterFile:
    """
    A file with parameters.

    :param allow_substs: the text of the file has substitutions, such as $(var name).
    """

    def __init__(self, param_file, *, allow_substs=False):
        if isinstance(param_file, os.PathLike):
            param_file = os.fspath(param_file)
        self.__param_file = normalize_to_list_of_substitutions(param_file)
        self.__allow_substs = _normalize(allow_substs, bool)
        self.__evaluated_allow_substs = None
        self.__evaluated_param_file = None
        self.__made = None

    @property
    def param_file(self):
        return self.__evaluated_param_file or self.__param_file

    @property
    def allow_substs(self):
        if self.__evaluated_allow_substs is not None:
            return self.__evaluated_allow_substs
        return self.__allow_substs

    def __str__(self):
        return f"launch_ros.description.ParameterFile(param_file={self.param_file}, " \
               f"allow_substs={self.allow_substs})"

    def evaluate(self, context):
        """Give the path of a file without substitutions."""
        path = perform_substitutions(context, self.__param_file)
        self.__evaluated_allow_substs = perform_typed_substitution(
            context, self.__allow_substs, bool)
        if self.__evaluated_allow_substs:
            path = self.__expanded(context, path)
        self.__evaluated_param_file = pathlib.Path(path)
        return self.__evaluated_param_file

    def __expanded(self, context, path):
        from launch.frontend import parse_substitution
        from launch.utilities.yaml_values import load_yaml_value
        from launch_ros.temporary_files import TemporaryFile
        with open(path) as file:
            text = perform_substitutions(context, parse_substitution(file.read()))
        try:
            load_yaml_value(text)
        except ValueError as error:
            raise SubstitutionFailure(
                f"The substituted parameter file '{path}' is not a valid yaml file: {error}"
            ) from error
        self.__made = TemporaryFile(text)
        return self.__made.path

    def cleanup(self):
        """Delete the file that was made, if one was."""
        if self.__made is not None:
            self.__made.delete()
            self.__made = None
            self.__evaluated_param_file = None

    def __del__(self):
        if getattr(self, "_ParameterFile__made", None) is not None:
            self.cleanup()


def normalize_value(value):
    """Give a value of a parameter as what evaluate_value() takes."""
    if isinstance(value, (ParameterValue, bool, int, float, str, bytes)):
        return value
    if isinstance(value, Substitution):
        return [value]
    if isinstance(value, (list, tuple)):
        value = list(value)
        if is_substitution(value):
            return normalize_to_list_of_substitutions(value)
        return of_one_type([normalize_to_list_of_substitutions(item) if is_substitution(item)
                            else item for item in value], list)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(
        f"{value!r} of type '{type(value).__name__}' cannot be the value of a parameter: give a "
        "scalar, a list of scalars, substitutions, or a ParameterValue")


def evaluate_value(context, value):
    """Give the value of a parameter: a text that substitutions give is read as YAML."""
    if isinstance(value, ParameterValue):
        return value.evaluate(context)
    if is_normalized_substitution(value):
        return _from_yaml(perform_substitutions(context, value))
    if isinstance(value, list):
        return of_one_type([
            _from_yaml(perform_substitutions(context, item)) if is_normalized_substitution(item)
            else item for item in value])
    return value


def _from_yaml(text):
    from launch.utilities.yaml_values import load_yaml_value
    try:
        value = load_yaml_value(text)
    except ValueError:
        return text
    if value is None:
        return text
    try:
        return plain_texts(_checked(value))
    except TypeError as error:
        raise TypeError(
            f"'{text}' cannot be the value of a parameter: {error}; wrap it in "
            "ParameterValue(value, value_type=str) if it is meant as text") from error


def _checked(value):
    if isinstance(value, list):
        return of_one_type(value)
    if not is_instance_of_valid_type(value):
        raise TypeError(f"it is a '{type(value).__name__}' for YAML")
    return value


@contextlib.contextmanager
def naming(parameter):
    """Put the name of a parameter before what is wrong with its value."""
    try:
        yield
    except TypeError as error:
        raise TypeError(f"the parameter '{parameter}': {error}") from error
