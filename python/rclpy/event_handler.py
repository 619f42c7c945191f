"""Events of publishers and subscriptions: matches, and promises that are not kept."""
import warnings
from collections import namedtuple
from enum import IntEnum

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl.entity import Entity
from rclpy.impl.reexports import reexports
from rclpy.logging import get_logger
from rclpy.qos import qos_policy_name_from_kind
from rclpy.task import is_coroutine_function

__getattr__ = reexports(__name__)

UnsupportedEventTypeError = _rclpy.UnsupportedEventTypeError


class QoSPublisherEventType(IntEnum):
    RCL_PUBLISHER_OFFERED_DEADLINE_MISSED = 0
    RCL_PUBLISHER_LIVELINESS_LOST = 1
    RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS = 2
    RCL_PUBLISHER_INCOMPATIBLE_TYPE = 3
    RCL_PUBLISHER_MATCHED = 4


class QoSSubscriptionEventType(IntEnum):
    RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED = 0
    RCL_SUBSCRIPTION_LIVELINESS_CHANGED = 1
    RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS = 2
    RCL_SUBSCRIPTION_MESSAGE_LOST = 3
    RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE = 4
    RCL_SUBSCRIPTION_MATCHED = 5


_TOTALS = ["total_count", "total_count_change"]
_MATCHES = _TOTALS + ["current_count", "current_count_change"]
QoSRequestedDeadlineMissedInfo = namedtuple("QoSRequestedDeadlineMissedInfo", _TOTALS)
QoSOfferedDeadlineMissedInfo = namedtuple("QoSOfferedDeadlineMissedInfo", _TOTALS)
QoSLivelinessLostInfo = namedtuple("QoSLivelinessLostInfo", _TOTALS)
QoSMessageLostInfo = namedtuple("QoSMessageLostInfo", _TOTALS)
IncompatibleTypeInfo = namedtuple("IncompatibleTypeInfo", _TOTALS)
QoSLivelinessChangedInfo = namedtuple("QoSLivelinessChangedInfo", [
    "alive_count", "not_alive_count", "alive_count_change", "not_alive_count_change"])
QoSRequestedIncompatibleQoSInfo = namedtuple(
    "QoSRequestedIncompatibleQoSInfo", _TOTALS + ["last_policy_kind"])
QoSOfferedIncompatibleQoSInfo = namedtuple(
    "QoSOfferedIncompatibleQoSInfo", _TOTALS + ["last_policy_kind"])
QoSSubscriptionMatchedInfo = namedtuple("QoSSubscriptionMatchedInfo", _MATCHES)
QoSPublisherMatchedInfo = namedtuple("QoSPublisherMatchedInfo", _MATCHES)


# What each event tells, from: total, its change, current, its change, not alive, its change,
# policy.
def _totals(kind):
    return lambda status: kind(*status[:2])


def _policies(kind):
    return lambda status: kind(*status[:2], status[6])


def _matches(kind):
    return lambda status: kind(*status[:4])


def _liveliness(status):
    return QoSLivelinessChangedInfo(status[2], status[4], status[3], status[5])


_P, _S = QoSPublisherEventType, QoSSubscriptionEventType
_INFOS = {
    (_P, 0): _totals(QoSOfferedDeadlineMissedInfo),
    (_P, 1): _totals(QoSLivelinessLostInfo),
    (_P, 2): _policies(QoSOfferedIncompatibleQoSInfo),
    (_P, 3): _totals(IncompatibleTypeInfo),
    (_P, 4): _matches(QoSPublisherMatchedInfo),
    (_S, 0): _totals(QoSRequestedDeadlineMissedInfo),
    (_S, 1): _liveliness,
    (_S, 2): _policies(QoSRequestedIncompatibleQoSInfo),
    (_S, 3): _totals(QoSMessageLostInfo),
    (_S, 4): _totals(IncompatibleTypeInfo),
    (_S, 5): _matches(QoSSubscriptionMatchedInfo),
}


class EventHandler(Entity):
    """Calls a function with what happened to an endpoint."""

    def __init__(self, *, callback_group, callback, event_type, parent_impl):
        kind = type(event_type)
        if (kind, int(event_type)) not in _INFOS:
            raise _rclpy.UnsupportedEventTypeError(f"{event_type!r} is no type of event")
        self._info = _INFOS[kind, int(event_type)]
        self._is_active = True
        self.callback_group = callback_group
        self.callback = callback
        make = _rclpy.make_publisher_event if kind is _P else _rclpy.make_subscription_event
        with parent_impl:
            self.__event = make(parent_impl, int(event_type), callback_group._strand, self._told)
        self._parent_impl = parent_impl

    def _told(self, status):
        self.callback(self._info(status))

    async def _told_later(self, status):
        await self.callback(self._info(status))

    def _native_callback(self, callback):
        if is_coroutine_function(callback):
            return super()._native_callback(self._told_later)
        return self._told

    @property
    def handle(self):
        return self.__event

    def destroy(self):
        self.__event.destroy_when_not_in_use()


class QoSEventHandler(EventHandler):
    def __init_subclass__(cls, **kwargs):
        warnings.warn("QoSEventHandler foo is deprecated, use EventHandler instead.",
                      DeprecationWarning, stacklevel=2)

    def __init__(self, *, callback_group, callback, event_type, parent_impl):
        warnings.warn("QoSEventHandler is deprecated, use EventHandler instead.",
                      DeprecationWarning, stacklevel=2)
        super().__init__(callback_group=callback_group, callback=callback,
                         event_type=event_type, parent_impl=parent_impl)


class _EventCallbacks:
    """The functions for events of an endpoint, and the warnings where there is none."""

    _kinds = {}  # name of the argument to the type of event

    def __init__(self, use_default_callbacks, **callbacks):
        self.use_default_callbacks = use_default_callbacks
        for name in self._kinds:
            setattr(self, name, callbacks.get(name))

    def create_event_handlers(self, callback_group, entity, topic_name):
        handlers = []
        logger = None
        for name, kind in self._kinds.items():
            callback = getattr(self, name)
            if callback is None and name in ("incompatible_qos", "incompatible_type") and \
                    self.use_default_callbacks:
                logger = logger or get_logger(entity.get_logger_name())
                callback = getattr(self, "_warn_" + name)(logger, topic_name)
            if callback is not None:
                handlers.append(EventHandler(
                    callback_group=callback_group, callback=callback, event_type=kind,
                    parent_impl=entity))
        return handlers

    def _warn_incompatible_qos(self, logger, topic):
        def warn(info):
            policy = qos_policy_name_from_kind(info.last_policy_kind)
            logger.warn(self._qos_words.format(topic=topic, policy=policy))
        return warn

    def _warn_incompatible_type(self, logger, topic):
        return lambda _: logger.warn(
            f"Incompatible type on topic '{topic}', no messages will be "
            f"{self._type_words}.")


class SubscriptionEventCallbacks(_EventCallbacks):
    """What to call for events of a subscription."""

    _kinds = {"deadline": _S.RCL_SUBSCRIPTION_REQUESTED_DEADLINE_MISSED,
              "incompatible_qos": _S.RCL_SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS,
              "liveliness": _S.RCL_SUBSCRIPTION_LIVELINESS_CHANGED,
              "message_lost": _S.RCL_SUBSCRIPTION_MESSAGE_LOST,
              "incompatible_type": _S.RCL_SUBSCRIPTION_INCOMPATIBLE_TYPE,
              "matched": _S.RCL_SUBSCRIPTION_MATCHED}
    _qos_words = ("New publisher discovered on topic '{topic}', offering incompatible QoS. No "
                  "messages will be received from it. Last incompatible policy: {policy}")
    _type_words = "received from it"

    def __init__(self, *, deadline=None, incompatible_qos=None, liveliness=None,
                 message_lost=None, incompatible_type=None, matched=None,
                 use_default_callbacks=True):
        super().__init__(use_default_callbacks, deadline=deadline,
                         incompatible_qos=incompatible_qos, liveliness=liveliness,
                         message_lost=message_lost, incompatible_type=incompatible_type,
                         matched=matched)


class PublisherEventCallbacks(_EventCallbacks):
    """What to call for events of a publisher."""

    _kinds = {"deadline": _P.RCL_PUBLISHER_OFFERED_DEADLINE_MISSED,
              "liveliness": _P.RCL_PUBLISHER_LIVELINESS_LOST,
              "incompatible_qos": _P.RCL_PUBLISHER_OFFERED_INCOMPATIBLE_QOS,
              "incompatible_type": _P.RCL_PUBLISHER_INCOMPATIBLE_TYPE,
              "matched": _P.RCL_PUBLISHER_MATCHED}
    _qos_words = ("New subscription discovered on topic '{topic}', requesting incompatible QoS. "
                  "No messages will be sent to it. Last incompatible policy: {policy}")
    _type_words = "sent to it"

    def __init__(self, *, deadline=None, liveliness=None, incompatible_qos=None,
                 incompatible_type=None, matched=None, use_default_callbacks=True):
        super().__init__(use_default_callbacks, deadline=deadline, liveliness=liveliness,
                         incompatible_qos=incompatible_qos,
                         incompatible_type=incompatible_type, matched=matched)
