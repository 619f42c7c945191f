"""Requests from the words of a command, and what a test wants of a reply."""

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue

BY_FIELD = {
    "int64_value": lambda reply: reply.int64_value,
    "success": lambda reply: reply.success,
    "current_state": lambda reply: [reply.current_state.id, reply.current_state.label],
    "available_states": lambda reply: [state.label for state in reply.available_states],
    "available_transitions": lambda reply: [
        one.transition.label for one in reply.available_transitions
    ],
    "values": lambda reply: [v.integer_value if v.type == 2 else v.type for v in reply.values],
    "results": lambda reply: [result.successful for result in reply.results],
    "descriptors": lambda reply: [one.name for one in reply.descriptors],
    "result": lambda reply: list(reply.result.names),
}


def request(kind, words):
    fields = kind.Request.get_fields_and_field_types()
    if "int64_value" in fields:
        size = int(words[2]) if len(words) > 2 else 0
        return kind.Request(
            int64_value=int(words[0]), int32_value=int(words[1]), uint32_value=size
        )
    if "parameters" in fields:
        return kind.Request(parameters=[_parameter(word) for word in words])
    if "transition" in fields:
        return _transition(kind, words[0])
    names = next((field for field in ("prefixes", "names") if field in fields), None)
    return kind.Request(**{names: words}) if names else kind.Request()


def value(reply):
    fields = reply.get_fields_and_field_types()
    return next(of(reply) for field, of in BY_FIELD.items() if field in fields)


def _transition(kind, word):
    """A transition by its number or its label."""
    asked = kind.Request()
    if word.isdigit():
        asked.transition.id = int(word)
    else:
        asked.transition.label = word
    return asked


def _parameter(word):
    """NAME=INTEGER."""
    name, number = word.split("=")
    integer = ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=int(number))
    return Parameter(name=name, value=integer)
