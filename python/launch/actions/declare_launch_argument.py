"""An argument of a launch file."""
from launch.action import Action
from launch.frontend.expose import expose_action
from launch.substitutions.text_substitution import TextSubstitution
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


class InvalidDefaultError(RuntimeError, ValueError):
    """The default of an argument is none of its choices."""


@expose_action("arg")
class DeclareLaunchArgument(Action):
    """
    Says that a description takes a launch configuration from outside.

    :param default_value: used if it is not set; None: it must be given.
    :param choices: the texts that it may be.
    """

    def __init__(self, name, *, default_value=None, description=None, choices=None, **kwargs):
        super().__init__(**kwargs)
        import launch.logging
        self.__logger = launch.logging.get_logger(__name__)
        self.__name = str(name)
        self.__choices = None if choices is None else list(choices)
        self.__default_value = None
        if default_value is not None:
            self.__default_value = normalize_to_list_of_substitutions(default_value)
        self.__description = self.__describe_argument(description)
        self.__check_default()
        self._conditionally_included = False

    def __describe_argument(self, description):
        if self.__choices is None:
            return "no description given" if description is None else str(description)
        if description is None:
            return f"One of: {self.__choices}"
        return f"{description}. Valid choices are: {self.__choices}"

    def __check_default(self):
        if self.__choices is None:
            return
        if not self.__choices:
            raise ValueError(
                f"DeclareLaunchArgument('{self.__name}') has an empty list of choices: give at "
                "least one, or leave 'choices' out")
        if self.__default_value is None or \
                not all(isinstance(part, TextSubstitution) for part in self.__default_value):
            return
        default = "".join(part.text for part in self.__default_value)
        if default not in self.__choices:
            raise InvalidDefaultError(
                f"Provided default value \"{default}\" of argument '{self.__name}' is not in "
                f"provided choices \"{self.__choices}\".")

    @classmethod
    def parse(cls, entity, parser):
        from typing import List

        from launch.frontend.entity import Entity
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.escape_characters(entity.get_attr("name"))
        default = entity.get_attr("default", optional=True)
        if default is not None:
            kwargs["default_value"] = parser.parse_substitution(default)
        description = entity.get_attr("description", optional=True)
        if description is not None:
            kwargs["description"] = parser.escape_characters(description)
        choices = entity.get_attr("choice", data_type=List[Entity], optional=True)
        if choices is not None:
            kwargs["choices"] = [
                parser.escape_characters(choice.get_attr("value")) for choice in choices]
            for choice in choices:
                choice.assert_entity_completely_parsed()
        return cls, kwargs

    @property
    def name(self):
        return self.__name

    @property
    def default_value(self):
        return self.__default_value

    @property
    def description(self):
        return self.__description

    @property
    def choices(self):
        return self.__choices

    def execute(self, context):
        configurations = context.launch_configurations
        if self.name not in configurations:
            if self.default_value is None:
                words = f"Required launch argument '{self.name}' (description: " \
                        f"'{self.description}') was not provided: give '{self.name}:=<value>'"
                self.__logger.error(words)
                raise RuntimeError(words)
            configurations[self.name] = perform_substitutions(context, self.default_value)
        value = configurations[self.name]
        if self.__choices is not None and value not in self.__choices:
            words = f"Argument \"{self.name}\" provided value \"{value}\" is not valid. " \
                    f"Valid options are: {self.__choices}"
            self.__logger.error(words)
            raise RuntimeError(words)
