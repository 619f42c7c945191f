"""`peer.py serve` and `peer.py call`: one service of ROS 2 itself; `peer.py spy`: what
its two ends tell of their calls."""

import threading
import time

from rclpy.qos import QoSProfile, qos_profile_system_default
from rclpy.service_introspection import ServiceIntrospectionState
from test_msgs.srv import BasicTypes

import requests
from options import message_class
from talk import emit, pattern, phase_of

LATE = 1  # seconds for a reply of a volley


def serve(node, options):
    """Adds two numbers for whoever asks, and gives as long a text as was asked for."""

    def add(request, response):
        emit("request", a=request.int64_value, b=request.int32_value)
        if options.mute:
            raise RuntimeError("this service was started with --mute")
        response.int64_value = request.int64_value + request.int32_value
        response.string_value = pattern(request.int64_value % 26, request.uint32_value)
        return response

    service = node.create_service(BasicTypes, options.service, add)
    _introspect(service, node, options)
    known = [0]

    def look():
        if known[0] != (now := node.count_clients(options.service)):
            known[0] = now
            emit("matched", count=now)

    node.create_timer(0.01, look)
    return lambda words: None


def _introspect(end, node, options) -> None:
    if options.introspect:
        contents = ServiceIntrospectionState.CONTENTS
        end.configure_introspection(node.get_clock(), qos_profile_system_default, contents)


def call(node, options):
    """`call A B [SIZE]`, for other types what requests.py makes of the words;
    `volley COUNT BASE [SIZE]`: one call after the other, of i and BASE; each further client of
    --clients at the same time, of a BASE that is 1000 more."""
    kind = message_class(options.type) if options.type_is_given else BasicTypes
    qos = QoSProfile(depth=options.depth)
    clients = [
        node.create_client(kind, options.service, qos_profile=qos) for _ in range(options.clients)
    ]
    client = clients[0]
    _introspect(client, node, options)
    there = [False]

    def look():
        if there[0] == all(one.service_is_ready() for one in clients):
            return
        there[0] = not there[0]
        emit("service", there=there[0])

    node.create_timer(0.002, look)

    def obey(words):
        if words[0] == "volley":
            _volleys(clients, options.patience, *map(int, words[1:]))
        else:
            _call(client, kind, words[1:])

    return obey


def _call(client, kind, words) -> None:
    begin = time.monotonic()

    def report(done) -> None:
        reply = done.result()
        seen = {"value": requests.value(reply), "ms": int((time.monotonic() - begin) * 1000)}
        if text := getattr(reply, "string_value", ""):
            seen |= {"size": len(text), "phase": phase_of(text)}
        emit("reply", **seen)

    client.call_async(requests.request(kind, words)).add_done_callback(report)


def _volleys(clients, patience, count, base, size=0) -> None:
    threads = [
        threading.Thread(target=_volley, args=(one, patience, count, base + 1000 * i, size))
        for i, one in enumerate(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _volley(client, patience, count, base, size) -> None:
    found = {"right": 0, "wrong": 0, "lost": 0, "late": 0}
    for number in range(count):
        begin, come = time.monotonic(), threading.Event()
        request = BasicTypes.Request(int64_value=number, int32_value=base, uint32_value=size)
        future = client.call_async(request)
        future.add_done_callback(lambda _, come=come: come.set())
        if not come.wait(patience):
            found["lost"] += 1
            client.remove_pending_request(future)
            continue
        reply = future.result()
        right = (reply.int64_value, reply.string_value) == (
            number + base,
            pattern(number % 26, size),
        )
        found["right" if right else "wrong"] += 1
        found["late"] += time.monotonic() - begin > LATE
    emit("volley", **found)


def spy(node, options):
    """Each event as (kind, number of the request, what the request or the reply holds)."""

    def report(event) -> None:
        content = list(event.request) + list(event.response)
        emit(
            "spied",
            kind=event.info.event_type,
            number=event.info.sequence_number,
            value=content[0].int64_value if content else -1,
        )

    node.create_subscription(BasicTypes.Event, f"{options.service}/_service_event", report, 100)
    return lambda words: None
