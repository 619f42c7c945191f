"""What substitutions of two sides share."""
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count
from launch.utilities import normalize_to_list_of_substitutions


class TwoSided(Substitution):
    """Has a left and a right side, as lists of substitutions; `_NAME` is that in launch files."""

    def __init__(self, left, right):
        self.__left = normalize_to_list_of_substitutions(left)
        self.__right = normalize_to_list_of_substitutions(right)

    @classmethod
    def parse(cls, data):
        check_count(cls._NAME, data, 2, 2)
        return cls, {"left": data[0], "right": data[1]}

    @property
    def left(self):
        return self.__left

    @property
    def right(self):
        return self.__right

    def describe(self):
        return f"{type(self).__name__}({self.left} {self.right})"
