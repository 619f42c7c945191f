"""An event handler that a description adds."""
from launch.action import Action


class RegisterEventHandler(Action):
    """Adds an event handler."""

    def __init__(self, event_handler, **kwargs):
        super().__init__(**kwargs)
        if not hasattr(event_handler, "matches") or not hasattr(event_handler, "handle"):
            raise TypeError(
                f"RegisterEventHandler({event_handler!r}): expected an event handler, such as "
                "OnProcessExit(...)")
        self.__event_handler = event_handler

    @property
    def event_handler(self):
        return self.__event_handler

    def execute(self, context):
        context.register_event_handler(self.__event_handler)

    def describe_conditional_sub_entities(self):
        text, entities = self.__event_handler.describe() \
            if hasattr(self.__event_handler, "describe") else ("", [])
        return [("Conditionally run by " + text, entities)] if entities else []
