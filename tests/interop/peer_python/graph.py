"""`peer.py graph`: what this peer sees of the others, a full snapshot as one
line whenever it changes. Beside names and counts it gives what only a raw DDS
peer sees: USER_DATA and the endpoints that `ros_discovery_info` assigns to
each node."""

from cyclonedds.builtin import (
    BuiltinDataReader,
    BuiltinTopicDcpsParticipant,
    BuiltinTopicDcpsPublication,
    BuiltinTopicDcpsSubscription,
)
from cyclonedds.core import InstanceState, Policy, Qos
from cyclonedds.domain import DomainParticipant
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

from ros_types import ParticipantEntities
from talk import Commands, emit

DISCOVERY_QOS = Qos(
    Policy.Reliability.Reliable(duration(infinite=True)),
    Policy.Durability.TransientLocal,
    Policy.History.KeepAll,
    Policy.DataRepresentation(use_cdrv0_representation=True),
)


def _alive(reader) -> list:
    """All living instances of a built-in topic."""
    seen = reader.read(10000)
    return [s for s in seen if s.sample_info.instance_state == InstanceState.Alive]


def _text(qos) -> str:
    data = qos[Policy.Userdata]
    return data.data.decode(errors="replace") if data else ""


def _hex(gid) -> str:
    return bytes(gid.data).hex()


class View:
    """The graph as this participant sees it, itself left out."""

    def __init__(self, domain: int) -> None:
        self._me = DomainParticipant(domain)
        self._participants = BuiltinDataReader(self._me, BuiltinTopicDcpsParticipant)
        self._writers = BuiltinDataReader(self._me, BuiltinTopicDcpsPublication)
        self._readers = BuiltinDataReader(self._me, BuiltinTopicDcpsSubscription)
        topic = Topic(self._me, "ros_discovery_info", ParticipantEntities)
        self._infos = DataReader(self._me, topic, DISCOVERY_QOS)
        self._nodes: dict = {}

    def snapshot(self) -> dict:
        self._take_infos()
        participants = {
            p.key.hex: _text(p.qos) for p in _alive(self._participants) if p.key != self._me.guid
        }
        endpoints = self._endpoints(self._writers, "writer")
        endpoints += self._endpoints(self._readers, "reader")
        return {
            "participants": participants,
            "nodes": sorted(
                n["name"] for key, ns in self._nodes.items() if key in participants for n in ns
            ),
            "entities": {key: ns for key, ns in self._nodes.items() if key in participants},
            "topics": _counts(endpoints),
            "endpoints": sorted(endpoints, key=lambda e: e["gid"]),
        }

    def _take_infos(self) -> None:
        for info in self._infos.take(1000):
            if not info.sample_info.valid_data:
                continue
            self._nodes[_hex(info.gid)] = [
                {
                    "name": n.node_namespace.rstrip("/") + "/" + n.node_name,
                    "readers": sorted(map(_hex, n.reader_gid_seq)),
                    "writers": sorted(map(_hex, n.writer_gid_seq)),
                }
                for n in info.node_entities_info_seq
            ]

    def _endpoints(self, reader, kind: str) -> list:
        return [
            {
                "kind": kind,
                "topic": e.topic_name,
                "type": e.type_name,
                "gid": e.key.hex,
                "participant": e.participant_key.hex,
                "user_data": _text(e.qos),
                "reliable": e.qos[Policy.Reliability] != Policy.Reliability.BestEffort,
                "durability": type(e.qos[Policy.Durability]).__name__,
                "history": str(e.qos[Policy.History]),
            }
            for e in _alive(reader)
            if e.participant_key != self._me.guid
        ]


def _counts(endpoints) -> dict:
    topics: dict = {}
    for e in endpoints:
        seen = topics.setdefault(e["topic"], {"type": e["type"], "writers": 0, "readers": 0})
        seen[e["kind"] + "s"] += 1
    return topics


def watch(domain: int, _options) -> None:
    view, commands = View(domain), Commands()
    emit("ready")
    last = None
    while commands.next() != ["quit"]:
        now = view.snapshot()
        if now != last:
            emit("graph", **now)
            last = now
