"""Parameters of a file for all nodes."""
from launch.action import Action
from launch.frontend import expose_action
from launch_ros.parameter_descriptions import ParameterFile


@expose_action("set_parameters_from_file")
class SetParametersFromFile(Action):
    """Gives a parameter file to the nodes that follow in this scope."""

    def __init__(self, filename, **kwargs):
        super().__init__(**kwargs)
        self._input_file = filename if isinstance(filename, ParameterFile) \
            else ParameterFile(filename)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["filename"] = parser.parse_substitution(entity.get_attr("filename"))
        return cls, kwargs

    def execute(self, context):
        path = self._input_file.evaluate(context)
        known = context.launch_configurations.get("global_params", [])
        context.launch_configurations["global_params"] = [*known, str(path)]
