"""A line in the log."""
from launch.action import Action
from launch.frontend.expose import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


@expose_action("log")
class LogInfo(Action):
    """Logs a text, with the name launch.user."""

    def __init__(self, *, msg, **kwargs):
        super().__init__(**kwargs)
        import launch.logging
        self.__msg = normalize_to_list_of_substitutions(msg)
        self.__logger = launch.logging.get_logger("launch.user")

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["msg"] = parser.parse_substitution(entity.get_attr("message"))
        return cls, kwargs

    @property
    def msg(self):
        return self.__msg

    def execute(self, context):
        self.__logger.info("%s", perform_substitutions(context, self.msg))
