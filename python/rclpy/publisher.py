"""Publishers."""
from rclpy.duration import Duration
from rclpy.impl.entity import OfNode
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)


class Publisher(OfNode):
    """Sends messages on a topic. Node.create_publisher() makes one."""

    _list = "_publishers"

    def __init__(self, publisher_impl, msg_type, topic, qos_profile, event_callbacks,
                 callback_group):
        self.__publisher = publisher_impl
        self.msg_type = msg_type
        self.topic = topic
        self.qos_profile = qos_profile
        self.event_handlers = event_callbacks.create_event_handlers(
            callback_group, publisher_impl, topic)

    def publish(self, msg):
        """
        Send a message, or bytes that are one already.

        Messages of another type are a TypeError; RCLError is raised if it cannot be sent.
        """
        if type(msg) is self.msg_type or isinstance(msg, self.msg_type):
            self.__publisher.publish(msg)
        elif isinstance(msg, bytes):
            self.__publisher.publish_raw(msg)
        else:
            raise TypeError(f"Expected {self.msg_type}, got {type(msg)}")

    def get_subscription_count(self):
        with self.handle:
            return self.__publisher.get_subscription_count()

    @property
    def topic_name(self):
        with self.handle:
            return self.__publisher.get_topic_name()

    @property
    def handle(self):
        return self.__publisher

    @property
    def logger_name(self):
        with self.handle:
            return self.__publisher.get_logger_name()

    def destroy(self):
        """End it."""
        self._leave_node()
        for handler in self.event_handlers:
            handler.destroy()
        self.__publisher.destroy_when_not_in_use()

    def assert_liveliness(self):
        """Say that it is alive, where its liveliness is MANUAL_BY_TOPIC."""
        with self.handle:
            self.__publisher.assert_liveliness()

    def wait_for_all_acked(self, timeout=Duration(seconds=-1)):
        """Wait until all reliable subscriptions have all messages; False if time is over."""
        with self.handle:
            return self.__publisher.wait_for_all_acked(timeout.nanoseconds)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.destroy()
