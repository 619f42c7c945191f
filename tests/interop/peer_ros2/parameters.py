"""`peer.py params`: the parameters of another node, by rclpy's client of them."""

from rclpy.parameter import Parameter, parameter_value_to_python
from rclpy.parameter_client import AsyncParameterClient

from talk import emit


def ask(node, options):
    """Of the node that `--of` names: `get NAME…`, `set NAME=INTEGER…`, `list`,
    `describe NAME…`, `types NAME…`, `load FILE`. Reports what it hears of changes."""
    client = AsyncParameterClient(node, options.of)
    client.on_parameter_event(lambda event: _report_event(event, options.of))
    there = [False]

    def look():
        if there[0] != client.services_are_ready():
            there[0] = not there[0]
            emit("service", there=there[0])

    node.create_timer(0.005, look)
    return lambda words: _obey(client, *words)


def _obey(client, verb, *names) -> None:
    asked = {
        "get": lambda: client.get_parameters(list(names)),
        "set": lambda: client.set_parameters([_parameter(name) for name in names]),
        "list": lambda: client.list_parameters(None, 0),
        "describe": lambda: client.describe_parameters(list(names)),
        "types": lambda: client.get_parameter_types(list(names)),
        "load": lambda: client.load_parameter_file(*names),
    }[verb]()
    asked.add_done_callback(lambda done: emit("reply", value=_values(done.result())))


def _parameter(word) -> Parameter:
    name, value = word.split("=")
    return Parameter(name, value=int(value))


def _values(reply) -> list:
    if hasattr(reply, "values"):
        return [parameter_value_to_python(value) for value in reply.values]
    if hasattr(reply, "results"):
        return [result.successful for result in reply.results]
    if hasattr(reply, "descriptors"):
        return [[one.name, one.type] for one in reply.descriptors]
    if hasattr(reply, "types"):
        return list(reply.types)
    return sorted(reply.result.names)


def _report_event(event, of) -> None:
    if event.node != of:
        return
    names = {k: [p.name for p in getattr(event, f"{k}_parameters")] for k in ("new", "changed")}
    emit("changed", **names)
