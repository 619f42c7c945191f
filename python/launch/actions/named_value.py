"""What actions share that give something a value by its name."""
from launch.action import Action
from launch.utilities import normalize_to_list_of_substitutions


class NamedValue(Action):
    """Has a name and a value, as lists of substitutions."""

    def __init__(self, name, value, **kwargs):
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = parser.parse_substitution(entity.get_attr("value"))
        return cls, kwargs

    @property
    def name(self):
        return self.__name

    @property
    def value(self):
        return self.__value
