"""Topics that a test waits for."""
import collections
import os
import threading

from launch_testing_ros.message_pump import MessagePump


class WaitForTopics:
    """
    Waits until each topic had messages.

    :param topic_tuples: pairs (topic, type).
    :param timeout: seconds.
    :param messages_received_buffer_length: how many messages of a topic are kept.
    :param trigger: called as trigger(node, *args, **kwargs) of wait(), in its thread, when one of
        the topics has a publisher, or the timeout is over; the messages may take as long again.
    :param qos_profile: of the subscriptions; a number is the depth.
    """

    def __init__(self, topic_tuples, timeout=5.0, messages_received_buffer_length=10,
                 trigger=None, node_namespace=None, qos_profile=10):
        self.topic_tuples = list(topic_tuples)
        self.timeout = timeout
        self.trigger = trigger
        self.node_namespace = node_namespace
        self.qos_profile = qos_profile
        self.__is_connected = False
        self.__kept = {name: collections.deque(maxlen=messages_received_buffer_length)
                       for name, _ in self.topic_tuples}
        self.__arrived = threading.Condition()
        self.__prepare()

    def __prepare(self):
        import rclpy
        from rclpy.event_handler import SubscriptionEventCallbacks
        from rclpy.signals import SignalHandlerOptions
        self.__context = rclpy.Context()
        rclpy.init(args=[], context=self.__context,
                   signal_handler_options=SignalHandlerOptions.NO)
        self.__node = rclpy.create_node(
            f"wait_for_topics_{os.getpid()}_{id(self)}", context=self.__context,
            namespace=self.node_namespace)
        for name, message_type in self.topic_tuples:
            self.__node.create_subscription(
                message_type, name, lambda message, name=name: self.__on_message(name, message),
                self.qos_profile,
                event_callbacks=SubscriptionEventCallbacks(matched=self.__on_matched))
        self.__pump = MessagePump(self.__node, self.__context)
        self.__pump.start()

    def __on_matched(self, status):
        if status.current_count:
            with self.__arrived:
                self.__is_connected = True
                self.__arrived.notify_all()

    def __on_message(self, name, message):
        with self.__arrived:
            self.__kept[name].append(message)
            self.__arrived.notify_all()

    def wait(self, *args, **kwargs):
        """Wait; False if the time is over before each topic had a message."""
        if self.trigger is not None:
            with self.__arrived:
                self.__arrived.wait_for(lambda: self.__is_connected, self.timeout)
            self.trigger(self.__node, *args, **kwargs)
        with self.__arrived:
            return self.__arrived.wait_for(lambda: all(self.__kept.values()), self.timeout)

    def shutdown(self):
        self.__pump.stop()
        self.__node.destroy_node()
        self.__context.try_shutdown()

    def topics_received(self):
        """Give the set of the topics that had messages."""
        return {name for name, kept in self.__kept.items() if kept}

    def topics_not_received(self):
        return {name for name, kept in self.__kept.items() if not kept}

    def received_messages(self, topic_name):
        """Give the messages of a topic; KeyError if it is none of them."""
        if topic_name not in self.__kept:
            raise KeyError(f"'{topic_name}' is none of the topics that are waited for")
        return list(self.__kept[topic_name])

    def __enter__(self):
        if not self.wait():
            missing = self.topics_not_received()
            self.shutdown()
            raise RuntimeError(f"Did not receive messages on these topics: {missing}")
        return self

    def __exit__(self, *_):
        self.shutdown()
