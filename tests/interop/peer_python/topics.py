"""`peer.py pub` and `peer.py sub`: one topic, one endpoint."""

import time

from cyclonedds._clayer import ddspy_write
from cyclonedds.core import DDSException
from cyclonedds.domain import DomainParticipant
from cyclonedds.idl import Endianness
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic

from options import endpoint_qos
from ros_types import MESSAGES, Int64
from talk import Commands, emit, pattern, phase_of


def _topic(participant, options):
    kind = MESSAGES[options.type or "std_msgs/msg/String"]
    return Topic(participant, "rt" + options.topic, kind), kind


class Changes:
    """Emits a status when its count has changed since the last look."""

    def __init__(self) -> None:
        self._last: dict = {}

    def report(self, event: str, count: int) -> None:
        if count != self._last.get(event, 0):
            self._last[event] = count
            emit(event, count=count)


def publish(domain: int, options) -> None:
    """`publish COUNT SIZE [PERIOD_MS]`, `swapped SIZE` (the same in big
    endian), `raw HEX` (these bytes as the whole payload, header included)."""
    participant = DomainParticipant(domain)
    topic, kind = _topic(participant, options)
    writer = DataWriter(participant, topic, endpoint_qos(options))
    talker = _Talker(writer, kind)
    commands, changes = Commands(), Changes()
    emit("ready")
    while (words := commands.next()) != ["quit"]:
        changes.report("matched", writer.get_publication_matched_status().current_count)
        changes.report(
            "incompatible_qos", writer.get_offered_incompatible_qos_status().total_count
        )
        if words:
            talker.obey(words)


class _Talker:
    def __init__(self, writer, kind) -> None:
        self._writer = writer
        self._kind = kind
        self._sent = 0

    def obey(self, words) -> None:
        verb, *arguments = words
        if verb == "publish":
            self._publish(*map(int, arguments))
        elif verb == "swapped":
            self._raw(self._sample(int(arguments[0])).serialize(endianness=Endianness.Big))
        elif verb == "raw":
            self._raw(bytes.fromhex(arguments[0]))
        else:
            raise ValueError(f"command '{verb}' is unknown")

    def _sample(self, size: int):
        if self._kind is Int64:
            return Int64(data=self._sent)
        return self._kind(data=pattern(self._sent % 26, size))

    def _publish(self, count: int, size: int, period_ms: int = 0) -> None:
        due = time.monotonic()
        for _ in range(count):
            sample = self._sample(size)
            before = time.time_ns()
            self._writer.write(sample)
            emit("sent", n=self._sent, before=before, after=time.time_ns())
            self._sent += 1
            due += period_ms / 1000
            time.sleep(max(0.0, due - time.monotonic()))
        emit("published", total=self._sent)

    def _raw(self, payload: bytes) -> None:
        result = ddspy_write(self._writer._ref, payload)
        if result < 0:
            raise DDSException(result, "while writing raw bytes")
        self._sent += 1
        emit("published", total=self._sent)


def subscribe(domain: int, options) -> None:
    """Reports every sample that arrives."""
    participant = DomainParticipant(domain)
    topic, _ = _topic(participant, options)
    reader = DataReader(participant, topic, endpoint_qos(options))
    commands, changes = Commands(), Changes()
    emit("ready")
    while commands.next() != ["quit"]:
        changes.report("matched", reader.get_subscription_matched_status().current_count)
        changes.report(
            "incompatible_qos", reader.get_requested_incompatible_qos_status().total_count
        )
        changes.report("deadline_missed", reader.get_requested_deadline_missed_status().total_count)
        for sample in reader.take(100):
            if sample.sample_info.valid_data:
                _report(sample)


def _report(sample) -> None:
    text = sample.data if isinstance(sample.data, str) else ""
    emit(
        "received",
        size=len(text),
        phase=phase_of(text),
        stamp=sample.sample_info.source_timestamp,
    )
