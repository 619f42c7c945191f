"""A variable of the environment that becomes longer."""
import os

from launch.actions.named_value import NamedValue
from launch.frontend.expose import expose_action
from launch.utilities import (
    normalize_to_list_of_substitutions, normalize_typed_substitution, perform_substitutions,
    perform_typed_substitution)


@expose_action("append_env")
class AppendEnvironmentVariable(NamedValue):
    """
    Adds to an environment variable, or makes it.

    :param prepend: the value is put before what is there.
    """

    def __init__(self, name, value, prepend=False, separator=os.pathsep, **kwargs):
        super().__init__(name, value, **kwargs)
        self.__prepend = normalize_typed_substitution(prepend, bool)
        self.__separator = normalize_to_list_of_substitutions(separator)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        prepend = entity.get_attr("prepend", optional=True, data_type=bool, can_be_str=True)
        if prepend is not None:
            kwargs["prepend"] = parser.parse_if_substitutions(prepend)
        separator = entity.get_attr("separator", optional=True)
        if separator is not None:
            kwargs["separator"] = parser.parse_substitution(separator)
        return cls, kwargs

    @property
    def prepend(self):
        return self.__prepend

    @property
    def separator(self):
        return self.__separator

    def execute(self, context):
        name = perform_substitutions(context, self.name)
        parts = [perform_substitutions(context, self.value)]
        if name in context.environment:
            parts.insert(0, context.environment[name])
        if perform_typed_substitution(context, self.prepend, bool):
            parts.reverse()
        context.environment[name] = perform_substitutions(context, self.separator).join(parts)
