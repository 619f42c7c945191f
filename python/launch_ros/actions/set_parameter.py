"""A parameter for all nodes."""
from launch.action import Action
from launch.frontend import expose_action
from launch_ros.parameter_descriptions import Parameter


@expose_action("set_parameter")
class SetParameter(Action):
    """Sets a parameter for the nodes that follow in this scope; the node's own ones win."""

    def __init__(self, name, value, **kwargs):
        super().__init__(**kwargs)
        self.__parameter = Parameter(name, value)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = parser.parse_if_substitutions(
            entity.get_attr("value", data_type=None))
        return cls, kwargs

    @property
    def name(self):
        return self.__parameter.name

    @property
    def value(self):
        return self.__parameter.value

    def execute(self, context):
        name, value = self.__parameter.evaluate(context)
        kept = [one for one in context.launch_configurations.get("global_params", [])
                if not (isinstance(one, tuple) and one[0] == name)]
        context.launch_configurations["global_params"] = [*kept, (name, value)]
