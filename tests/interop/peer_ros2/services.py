"""`peer.py serve` and `peer.py call`: one service of ROS 2 itself."""

from test_msgs.srv import BasicTypes

from options import message_class
from talk import emit


def serve(node, options):
    """Adds two numbers for whoever asks."""

    def add(request, response):
        emit("request", a=request.int64_value, b=request.int32_value)
        response.int64_value = request.int64_value + request.int32_value
        return response

    node.create_service(BasicTypes, options.service, add)
    known = [0]

    def look():
        if known[0] != (now := node.count_clients(options.service)):
            known[0] = now
            emit("matched", count=now)

    node.create_timer(0.01, look)
    return lambda words: None


def call(node, options):
    """`call A B`, or for parameter services `call NAME…`."""
    kind = message_class(options.type) if options.type_is_given else BasicTypes
    client = node.create_client(kind, options.service)
    there = [False]

    def look():
        if there[0] == client.service_is_ready():
            return
        there[0] = not there[0]
        emit("service", there=there[0])

    node.create_timer(0.002, look)

    return lambda words: _call(client, kind, words[1:])


def _call(client, kind, words) -> None:
    future = client.call_async(_request(kind, words))
    future.add_done_callback(lambda done: emit("reply", value=_value(done.result())))


def _request(kind, words):
    if kind is BasicTypes:
        return kind.Request(int64_value=int(words[0]), int32_value=int(words[1]))
    fields = kind.Request.get_fields_and_field_types()
    if "parameters" in fields:
        return kind.Request(parameters=[_parameter(word) for word in words])
    return kind.Request(**{"prefixes" if "prefixes" in fields else "names": words})


def _parameter(word):
    """NAME=INTEGER."""
    from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue

    name, value = word.split("=")
    integer = ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=int(value))
    return Parameter(name=name, value=integer)


def _value(reply):
    if hasattr(reply, "int64_value"):
        return reply.int64_value
    if hasattr(reply, "values"):
        return [v.integer_value if v.type == 2 else v.type for v in reply.values]
    if hasattr(reply, "results"):
        return [r.successful for r in reply.results]
    if hasattr(reply, "descriptors"):
        return [d.name for d in reply.descriptors]
    return list(reply.result.names)
