"""`peer.py serve` and `peer.py call`: one service in Cyclone's dialect (client
id and sequence number in front of the message)."""

import secrets

from cyclonedds.core import Policy, Qos
from cyclonedds.domain import DomainParticipant
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic

import ros_types as types
from options import endpoint_qos
from talk import Commands, emit

KINDS = {
    "example_interfaces/srv/AddTwoInts": (types.AddRequest, types.AddReply),
    "rcl_interfaces/srv/ListParameters": (types.ListRequest, types.ListReply),
    "rcl_interfaces/srv/GetParameters": (types.GetRequest, types.GetReply),
}


def _endpoints(domain: int, options, serving: bool):
    """(reader, writer) of one side; USER_DATA names the pair, as the dialect
    wants it."""
    request, reply = KINDS[options.type or "example_interfaces/srv/AddTwoInts"]
    participant = DomainParticipant(domain)
    asks = Topic(participant, f"rq{options.service}Request", request)
    answers = Topic(participant, f"rr{options.service}Reply", reply)
    key = "serviceid" if serving else "clientid"
    pair = ".".join(f"{b:02x}" for b in participant.guid.bytes[:12] + b"\0\0\0\1")
    qos = Qos(Policy.Userdata(f"{key}={pair};".encode()), base=endpoint_qos(options))
    if serving:
        return DataReader(participant, asks, qos), DataWriter(participant, answers, qos)
    return DataReader(participant, answers, qos), DataWriter(participant, asks, qos)


def serve(domain: int, options) -> None:
    """Adds two integers for whoever asks."""
    reader, writer = _endpoints(domain, options, serving=True)
    commands, matched = Commands(), 0
    emit("ready")
    while commands.next() != ["quit"]:
        if matched != (now := _clients(reader, writer)):
            matched = now
            emit("matched", count=matched)
        for ask in reader.take(100):
            if ask.sample_info.valid_data:
                emit("request", a=ask.a, b=ask.b)
                writer.write(types.AddReply(ask.client, ask.sequence_number, ask.a + ask.b))


def call(domain: int, options) -> None:
    """Calls when told to: `call A B`, or for parameter services `call NAME…`."""
    reader, writer = _endpoints(domain, options, serving=False)
    commands, client = Commands(), secrets.randbits(63)
    emit("ready")
    number, there = 0, False
    while (words := commands.next()) != ["quit"]:
        if there != _is_there(reader, writer):
            there = not there
            emit("service", there=there)
        if words:
            number += 1
            writer.write(_request(writer.data_type, client, number, words[1:]))
        for reply in reader.take(100):
            if reply.sample_info.valid_data and reply.client == client:
                emit("reply", value=_value(reply), number=reply.sequence_number)


def _clients(reader, writer) -> int:
    """How many pairs of endpoints of the other kind are matched whole."""
    asking = reader.get_subscription_matched_status().current_count
    return min(asking, writer.get_publication_matched_status().current_count)


def _is_there(reader, writer) -> bool:
    return _clients(reader, writer) > 0


def _request(kind, client, number, words):
    if kind is types.AddRequest:
        return kind(client, number, int(words[0]), int(words[1]))
    if kind is types.ListRequest:
        return kind(client, number, words, 0)
    return kind(client, number, words)


def _value(reply):
    if isinstance(reply, types.AddReply):
        return reply.sum
    if isinstance(reply, types.ListReply):
        return reply.result.names
    return [
        {
            "type": v.type,
            "bool": v.bool_value,
            "int": v.integer_value,
            "double": v.double_value,
            "string": v.string_value,
        }
        for v in reply.values
    ]
