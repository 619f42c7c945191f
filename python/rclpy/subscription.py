"""Subscriptions."""
from enum import Enum

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl.arity import accepts
from rclpy.impl.entity import Entity
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)


class Subscription(Entity):
    """Has its callback called with messages. Node.create_subscription() makes one."""

    _list = "_subscriptions"

    class CallbackType(Enum):
        MessageOnly = 0
        WithMessageInfo = 1

    def __init__(self, subscription_impl, msg_type, topic, callback, callback_group, qos_profile,
                 raw, event_callbacks):
        self.__subscription = subscription_impl
        self.msg_type = msg_type
        self.topic = topic
        self.callback = callback
        self.callback_group = callback_group
        self._executor_event = False
        self.qos_profile = qos_profile
        self.raw = raw
        self._callback_type = self._type_of(callback)
        self.event_handlers = event_callbacks.create_event_handlers(
            callback_group, subscription_impl, topic)

    @classmethod
    def _type_of(cls, callback):
        if accepts(callback, 1):
            return cls.CallbackType.MessageOnly
        if accepts(callback, 2):
            return cls.CallbackType.WithMessageInfo
        raise RuntimeError(
            "Subscription.__init__(): callback should be either be callable with one argument"
            "(to get only the message) or two (to get message and message info)")

    def get_publisher_count(self):
        with self.handle:
            return self.__subscription.get_publisher_count()

    @property
    def handle(self):
        return self.__subscription

    @property
    def topic_name(self):
        with self.handle:
            return self.__subscription.get_topic_name()

    @property
    def logger_name(self):
        with self.handle:
            return self.__subscription.get_logger_name()

    def destroy(self):
        """End it."""
        self._leave_node()
        for handler in self.event_handlers:
            handler.destroy()
        self.__subscription.destroy_when_not_in_use()

    @property
    def is_cft_enabled(self):
        """Whether a content filter is in force."""
        with self.handle:
            return self.__subscription.content_filter() is not None

    def set_content_filter(self, filter_expression, expression_parameters=()):
        """
        Let through what the expression wants (DDS 1.4, annex B); '' for everything.

        RCLError if it is none for the type of the messages.
        """
        with self.handle:
            self.__subscription.set_content_filter(filter_expression,
                                                   list(expression_parameters))

    def get_content_filter(self):
        """Give the ContentFilterOptions in force; RCLError if there are none."""
        from rclpy.subscription_content_filter_options import ContentFilterOptions
        with self.handle:
            current = self.__subscription.content_filter()
        if current is None:
            raise _rclpy.RCLError(
                f"Failed to get content filter: subscription '{self.topic_name}' has none: ask "
                "is_cft_enabled first, or set one")
        return ContentFilterOptions(*current)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.destroy()
