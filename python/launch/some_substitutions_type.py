"""What is accepted where a text is expected."""
import collections.abc
from typing import Iterable, Text, Union

from launch.substitution import Substitution

SomeSubstitutionsType = Union[Text, Substitution, Iterable[Union[Text, Substitution]]]
SomeSubstitutionsType_types_tuple = (str, Substitution, collections.abc.Iterable)
