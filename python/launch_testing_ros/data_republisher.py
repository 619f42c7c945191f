"""Messages that are changed on their way."""


class DataRepublisher:
    """Publishes on one topic what a function makes of the messages of another."""

    def __init__(self, node, listen_topic, publish_topic, msg_type, transform_fn):
        self.__node = node
        self.__transform = transform_fn
        self.__subscription = node.create_subscription(
            msg_type, listen_topic, self.__on_message, 10)
        self.__publisher = node.create_publisher(msg_type, publish_topic, 10)
        self.__received = []
        self.__republished = []

    def __on_message(self, message):
        self.__received.append(message)
        changed = self.__transform(message)
        if changed:
            self.__republished.append(changed)
            self.__publisher.publish(changed)

    def get_num_received(self):
        return len(self.__received)

    def get_num_republished(self):
        return len(self.__republished)

    def get_republished(self):
        return self.__republished

    def shutdown(self):
        self.__node.destroy_subscription(self.__subscription)
        self.__node.destroy_publisher(self.__publisher)
