"""Whether nodes that are components run in one process."""
from launch.action import Action
from launch.frontend import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


@expose_action("set_composition")
class SetComposition(Action):
    """
    Sets for the nodes that follow in this scope how they are composed.

    :param mode: 'none', 'all', 'isolated', or the path of a file that names groups; see
        docs/launch.md.
    """

    def __init__(self, mode, **kwargs):
        super().__init__(**kwargs)
        self.__mode = normalize_to_list_of_substitutions(mode)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["mode"] = parser.parse_substitution(entity.get_attr("mode"))
        return cls, kwargs

    @property
    def mode(self):
        return self.__mode

    def execute(self, context):
        from launch_ros.composition import check_mode
        mode = perform_substitutions(context, self.__mode)
        check_mode(mode)
        context.launch_configurations["ros_composition"] = mode
