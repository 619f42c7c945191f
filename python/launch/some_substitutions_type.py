"""What is accepted where a text is expected."""
import collections.abc
import pathlib
from typing import Iterable, Text, Union

from launch.substitution import Substitution

SomeSubstitutionsType = Union[
    Text, pathlib.Path, Substitution, Iterable[Union[Text, pathlib.Path, Substitution]]]
SomeSubstitutionsType_types_tuple = (str, pathlib.Path, Substitution, collections.abc.Iterable)
