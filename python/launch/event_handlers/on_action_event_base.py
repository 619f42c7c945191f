"""Base of the handlers of events of actions."""
import collections.abc
import inspect

from launch.event_handler import BaseEventHandler
from launch.launch_description_entity import LaunchDescriptionEntity


def is_entities(given):
    """Whether it is an entity or an iterable of them; otherwise it is to be a callable."""
    return isinstance(given, LaunchDescriptionEntity) or (
        isinstance(given, collections.abc.Iterable) and not callable(given))


def call_with_context(function, event, context, *, prefer_event=False):
    """
    Call function(event, context), or function(event) if it takes one argument only.

    :param prefer_event: a function that takes any number is called with the event alone.
    """
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return function(event, context)
    places = [one for one in parameters
              if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    several = any(one.kind == one.VAR_POSITIONAL for one in parameters)
    with_context = len(places) > 1 or (several and not prefer_event)
    return function(event, context) if with_context else function(event)


class OnActionEventBase(BaseEventHandler):
    """
    Handles a kind of event of one action, of those that a predicate chooses, or of all.

    :param action_matcher: an action, a function of an action, or None.
    :param on_event: entities, or a function of (event, context) that gives them.
    :param target_event_cls: the kind of the event.
    :param target_action_cls: the kind of the action.
    """

    def __init__(self, *, action_matcher, on_event, target_event_cls, target_action_cls,
                 handle_once=False):
        self.__check(action_matcher, on_event, target_action_cls)
        self.__target_event_cls = target_event_cls
        self.__target_action_cls = target_action_cls
        self.__action_matcher = action_matcher
        self.__entities = None
        self.__on_event = None
        if is_entities(on_event):
            entities = [on_event] if isinstance(on_event, LaunchDescriptionEntity) \
                else list(on_event)
            for entity in entities:
                if not isinstance(entity, LaunchDescriptionEntity):
                    raise TypeError(
                        f"{type(self).__name__}: {entity!r} is not a launch entity")
            self.__entities = entities
        else:
            self.__on_event = on_event
        super().__init__(matcher=self.__matches, handle_once=handle_once)

    def __check(self, action_matcher, on_event, action_cls):
        if not isinstance(action_matcher, (action_cls, type(None))) and \
                not callable(action_matcher):
            raise TypeError(
                f"{type(self).__name__}: the target is {action_matcher!r}: expected a "
                f"'{action_cls.__name__}', a function of an action, or None")
        if not callable(on_event) and not is_entities(on_event):
            raise TypeError(
                f"{type(self).__name__}: {on_event!r} is neither entities nor a function that "
                "gives them")

    def __matches(self, event):
        if not isinstance(event, self.__target_event_cls):
            return False
        action, matcher = event.action, self.__action_matcher
        if matcher is None:
            return True
        if isinstance(matcher, LaunchDescriptionEntity):
            return action is matcher
        return matcher(action)

    def handle(self, event, context):
        super().handle(event, context)
        if self.__entities is not None:
            return self.__entities
        return call_with_context(self.__on_event, event, context)

    def describe(self):
        text, _ = super().describe()
        return text, list(self.__entities or [])

    @property
    def handler_description(self):
        return "<actions>" if self.__entities is not None else f"{self.__on_event}"

    @property
    def matcher_description(self):
        return (f"event == {self.__target_event_cls.__name__} and "
                f"{self.__target_action_cls.__name__}(event.action)")
