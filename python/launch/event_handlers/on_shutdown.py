"""The handler of the end of the launch."""
from launch.event_handler import BaseEventHandler
from launch.event_handlers.on_action_event_base import is_entities
from launch.events import Shutdown
from launch.utilities import is_a_subclass, normalize_to_list_of_entities


class OnShutdown(BaseEventHandler):
    """
    Does something when the launch is asked to end.

    :param on_shutdown: entities, or a function of (event, context) that gives them.
    """

    def __init__(self, *, on_shutdown, handle_once=False):
        super().__init__(
            matcher=lambda event: is_a_subclass(event, Shutdown), handle_once=handle_once)
        if is_entities(on_shutdown):
            normalize_to_list_of_entities(on_shutdown)
            self.__on_shutdown = lambda event, context: on_shutdown
        elif callable(on_shutdown):
            self.__on_shutdown = on_shutdown
        else:
            raise TypeError(
                f"OnShutdown(on_shutdown={on_shutdown!r}): expected entities, or a function of "
                "(event, context)")

    def handle(self, event, context):
        super().handle(event, context)
        return self.__on_shutdown(event, context)

    @property
    def handler_description(self):
        return f"{self.__on_shutdown}"

    @property
    def matcher_description(self):
        return "event issubclass of launch.events.Shutdown"
