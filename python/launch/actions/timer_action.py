"""Actions that are done later."""
from launch.action import Action
from launch.event_handler import EventHandler
from launch.event_handlers import OnShutdown
from launch.events import TimerEvent
from launch.frontend.expose import expose_action
from launch.utilities import normalize_typed_substitution, perform_typed_substitution


@expose_action("timer")
class TimerAction(Action):
    """
    Visits actions when a time is over.

    :param period: seconds: a number, or substitutions.
    :param cancel_on_shutdown: False: the launch goes on until the time is over.
    """

    def __init__(self, *, period, actions, cancel_on_shutdown=True, **kwargs):
        super().__init__(**kwargs)
        if isinstance(period, int) and not isinstance(period, bool):
            period = float(period)
        self.__period = normalize_typed_substitution(period, float)
        self.__actions = list(actions)
        self.__cancel_on_shutdown = normalize_typed_substitution(cancel_on_shutdown, bool)
        self.__futures = []  # one for each time that it was executed, in that order
        self.__handles = []
        self.__locals = {}
        self.__canceled = False

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["period"] = parser.parse_if_substitutions(
            entity.get_attr("period", data_type=float, can_be_str=True))
        cancel = entity.get_attr(
            "cancel_on_shutdown", optional=True, data_type=bool, can_be_str=True)
        if cancel is not None:
            kwargs["cancel_on_shutdown"] = parser.parse_if_substitutions(cancel)
        kwargs["actions"] = [parser.parse_action(child) for child in entity.children]
        return cls, kwargs

    @property
    def period(self):
        return self.__period

    @property
    def actions(self):
        return self.__actions

    def describe_conditional_sub_entities(self):
        return [("TimerAction", self.__actions)]

    def cancel(self):
        """Do nothing when the time is over; where it has begun already, end it."""
        self.__canceled = True
        self._stop()
        for future in self.__unfinished():
            future.set_result(None)

    def __unfinished(self):
        return [future for future in self.__futures if not future.done()]

    def handle(self, context):
        """Give the actions; called when the time is over."""
        context.extend_locals(self.__locals)
        return self.__actions

    def _start(self, context, seconds):
        """Call _fire when the time is over."""
        self.__handles.append(context.asyncio_loop.call_later(seconds, self._fire, context))

    def _stop(self):
        while self.__handles:
            self.__handles.pop().cancel()

    def _fire(self, context):
        waiting = self.__unfinished()
        if not waiting:
            return
        context.emit_event_sync(TimerEvent(timer_action=self))
        waiting[0].set_result(None)

    def execute(self, context):
        future = context.asyncio_loop.create_future()
        self.__futures.append(future)
        if self.__canceled:
            future.set_result(None)
            return
        self.__locals = dict(context.get_locals_as_dict())  # such as the path of its file
        _handle_timer_events(context)
        if perform_typed_substitution(context, self.__cancel_on_shutdown, bool):
            handler = OnShutdown(on_shutdown=lambda event, context: self.cancel())
            context.register_event_handler(handler)
            future.add_done_callback(lambda _: context.unregister_event_handler(handler))
        seconds = perform_typed_substitution(context, self.__period, float)
        self._start(context, seconds)

    def get_asyncio_future(self):
        return self.__futures[-1] if self.__futures else None


class _TimerHandler(EventHandler):
    """Visits the actions of any timer; a context has one."""

    def __init__(self):
        super().__init__(matcher=lambda event: isinstance(event, TimerEvent))

    def handle(self, event, context):
        super().handle(event, context)
        return event.timer_action.handle(context)


def _handle_timer_events(context):
    if not any(isinstance(handler, _TimerHandler) for handler in context._event_handlers):
        context.register_event_handler(_TimerHandler())
