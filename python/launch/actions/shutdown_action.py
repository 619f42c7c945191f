"""The end of the launch."""
from launch.actions.emit_event import EmitEvent
from launch.events import Shutdown as ShutdownEvent
from launch.events.process import ProcessExited
from launch.frontend.expose import expose_action


@expose_action("shutdown")
class Shutdown(EmitEvent):
    """Asks all that runs to end."""

    def __init__(self, *, reason="reason not given", **kwargs):
        super().__init__(event=ShutdownEvent(reason=reason), **kwargs)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        reason = entity.get_attr("reason", optional=True)
        if reason:
            kwargs["reason"] = parser.escape_characters(reason)
        return cls, kwargs

    def execute(self, context):
        event = context.get_locals_as_dict().get("event")
        if isinstance(event, ProcessExited):
            import launch.logging
            launch.logging.get_logger("launch").info(
                f"process[{event.process_name}] was required: shutting down launched system")
        super().execute(context)
