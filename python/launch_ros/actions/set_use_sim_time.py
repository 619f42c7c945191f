"""Whether nodes use simulated time."""
from launch.action import Action
from launch.frontend import expose_action
from launch_ros.actions.set_parameter import SetParameter
from launch_ros.parameter_descriptions import ParameterValue


@expose_action("set_use_sim_time")
class SetUseSimTime(Action):
    """Sets the parameter use_sim_time of the nodes that follow in this scope."""

    def __init__(self, value, **kwargs):
        super().__init__(**kwargs)
        self.__value = value
        if not isinstance(value, bool):
            self.__value = ParameterValue(value, value_type=bool)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["value"] = parser.parse_if_substitutions(
            entity.get_attr("value", data_type=bool, can_be_str=True))
        return cls, kwargs

    @property
    def value(self):
        return self.__value

    def execute(self, context):
        value = self.__value
        if isinstance(value, ParameterValue):
            value = value.evaluate(context)
        return SetParameter("use_sim_time", value).execute(context)
