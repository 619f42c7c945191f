"""`peer.py pub` and `peer.py sub`: one endpoint of one topic."""

import threading
import time

from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.serialization import deserialize_message, serialize_message

from options import endpoint_qos, message_class
from talk import emit, pattern, phase_of


def _count(event: str, field: str):
    return lambda info: emit(event, count=getattr(info, field))


def publish(node, options):
    """`publish COUNT SIZE [PERIOD_MS]`, for texts; `raw HEX`, these bytes as the
    whole payload, header included. `--at-match N` publishes N texts, unasked, as soon
    as there is a subscription."""
    callbacks = PublisherEventCallbacks(
        matched=_count("matched", "current_count"),
        incompatible_qos=_count("incompatible_qos", "total_count"),
        deadline=_count("deadline_missed", "total_count"),
    )
    kind = message_class(options.type)
    publisher = node.create_publisher(
        kind, options.topic, endpoint_qos(options), event_callbacks=callbacks
    )
    talker = _Talker(publisher, kind)
    if options.at_match:
        threading.Thread(target=talker.greet, args=(options.at_match,), daemon=True).start()
    return talker.obey


class _Talker:
    def __init__(self, publisher, kind) -> None:
        self._publisher = publisher
        self._kind = kind
        self._sent = 0

    def obey(self, words) -> None:
        verb, *arguments = words
        if verb == "publish":
            self._publish(*map(int, arguments))
        elif verb == "raw":
            self._send(deserialize_message(bytes.fromhex(arguments[0]), self._kind))
        else:
            raise ValueError(f"command '{verb}' is unknown")

    def greet(self, count) -> None:
        """Looks all the time: the matched event of rclpy comes later."""
        while self._publisher.get_subscription_count() == 0:
            pass
        self._publish(count, 50)

    def _publish(self, count: int, size: int, period_ms: int = 0) -> None:
        due = time.monotonic()
        for _ in range(count):
            self._send(self._kind(data=pattern(self._sent % 26, size)))
            due += period_ms / 1000
            time.sleep(max(0.0, due - time.monotonic()))
        emit("published", total=self._sent)

    def _send(self, message) -> None:
        before = time.time_ns()
        self._publisher.publish(message)
        emit("sent", n=self._sent, before=before, after=time.time_ns())
        self._sent += 1


def subscribe(node, options):
    """Reports every sample that arrives: of texts their size and phase, of other
    types their bytes."""
    callbacks = SubscriptionEventCallbacks(
        matched=_count("matched", "current_count"),
        incompatible_qos=_count("incompatible_qos", "total_count"),
        deadline=_count("deadline_missed", "total_count"),
    )
    node.create_subscription(
        message_class(options.type),
        options.topic,
        _report,
        endpoint_qos(options),
        event_callbacks=callbacks,
    )
    return lambda words: None


def _report(message, info) -> None:
    text = getattr(message, "data", None)
    if isinstance(text, str):
        seen = {"size": len(text), "phase": phase_of(text)}
    else:
        payload = serialize_message(message)
        seen = {"size": len(payload), "bytes": payload.hex()}
    emit("received", **seen, stamp=info["source_timestamp"])
