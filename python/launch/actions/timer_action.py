"""Actions that are done later."""
from launch.action import Action
from launch.actions.opaque_function import OpaqueFunction
from launch.actions.pop_launch_configurations import PopLaunchConfigurations
from launch.actions.push_launch_configurations import PushLaunchConfigurations
from launch.event_handler import EventHandler
from launch.event_handlers import OnShutdown
from launch.events import TimerEvent
from launch.frontend.expose import expose_action
from launch.scopes import replace
from launch.utilities import normalize_typed_substitution, perform_typed_substitution
from launch.utilities.visit_all_entities_and_collect_futures_impl import entities_of


@expose_action("timer")
class TimerAction(Action):
    """
    Visits actions when a time is over.

    They find the launch configurations as they were when the timer was executed; what they set
    ends with them.

    :param period: seconds: a number, or substitutions.
    :param cancel_on_shutdown: False: the launch goes on until the time is over.
    """

    def __init__(self, *, period, actions, cancel_on_shutdown=True, **kwargs):
        super().__init__(**kwargs)
        if isinstance(period, int) and not isinstance(period, bool):
            period = float(period)
        self.__period = normalize_typed_substitution(period, float)
        self.__actions = entities_of(actions, "actions of a TimerAction")
        self.__cancel_on_shutdown = normalize_typed_substitution(cancel_on_shutdown, bool)
        self.__futures = []  # one for each time that it was executed, in that order
        self.__handles = []
        self._found = ({}, {})  # locals and launch configurations of what runs next
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
        """Give the actions, with their launch configurations; called when the time is over."""
        its_locals, configurations = self._found
        context.extend_locals(its_locals)
        restore = OpaqueFunction(function=lambda context: replace(
            context.launch_configurations, configurations))
        return [PushLaunchConfigurations(), restore, *self.__actions, PopLaunchConfigurations()]

    def _start(self, context, seconds, fire):
        """Call fire() when the time is over."""
        self.__handles.append(context.asyncio_loop.call_later(seconds, fire))

    def _stop(self):
        while self.__handles:
            self.__handles.pop().cancel()

    def execute(self, context):
        future = context.asyncio_loop.create_future()
        self.__futures.append(future)
        if self.__canceled:
            future.set_result(None)
            return
        handler = _TimerHandler(self, context)
        context.register_event_handler(handler)
        future.add_done_callback(lambda _: context._unregister_after_events([handler]))
        if perform_typed_substitution(context, self.__cancel_on_shutdown, bool):
            on_shutdown = OnShutdown(on_shutdown=lambda event, context: self.cancel())
            context.register_event_handler(on_shutdown)
            future.add_done_callback(lambda _: context.unregister_event_handler(on_shutdown))

        def fire():
            if not future.done():
                context.emit_event_sync(handler.event)
                future.set_result(None)
        seconds = perform_typed_substitution(context, self.__period, float)
        self._start(context, seconds, fire)

    def get_asyncio_future(self):
        return self.__futures[-1] if self.__futures else None


class _TimerHandler(EventHandler):
    """Visits the actions of one timer, once, as it found the context when it was executed."""

    def __init__(self, timer, context):
        self.event = TimerEvent(timer_action=timer)
        self.__found = dict(context.get_locals_as_dict()), dict(context.launch_configurations)
        super().__init__(matcher=lambda event: event is self.event)

    def handle(self, event, context):
        super().handle(event, context)
        event.timer_action._found = self.__found
        return event.timer_action.handle(context)
