"""What is accepted where parameters of a node are expected."""
import pathlib
from typing import Any, Dict, List, Mapping, Sequence, Union

from launch.some_substitutions_type import SomeSubstitutionsType
from launch.substitution import Substitution

SomeParameterFile = Union[SomeSubstitutionsType, pathlib.Path, "ParameterFile"]
SomeParameterName = Sequence[Union[Substitution, str]]
ParameterName = Sequence[Substitution]
SomeParameterValue = Any
ParameterValue = Any
EvaluatedParameterValue = Union[
    str, int, float, bool, Sequence[str], Sequence[int], Sequence[float], Sequence[bool], bytes]
SomeParametersDict = Mapping[SomeParameterName, Any]
ParametersDict = Dict[ParameterName, ParameterValue]
SomeParameters = Sequence[Union[SomeParameterFile, SomeParametersDict]]
Parameters = Sequence[Union["ParameterFile", ParametersDict, "Parameter"]]
EvaluatedParameters = Sequence[
    Union[pathlib.Path, Dict[str, EvaluatedParameterValue], "Parameter"]]
ParameterFile = Any
ParameterRule = Any
EvaluatedParametersList = List[Any]
