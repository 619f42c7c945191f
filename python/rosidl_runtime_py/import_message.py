"""The class of a type that rosidl_parser.definition names."""
import importlib


def import_message_from_namespaced_type(message_type):
    """The class of a NamespacedType, or of the type of the elements of an array of it."""
    message_type = getattr(message_type, "value_type", message_type)
    module = importlib.import_module(".".join(message_type.namespaces))
    name, _, part = message_type.name.partition("_")
    if part and message_type.namespaces[-1] == "action":
        return _part_of_action(getattr(module, name), part)
    return getattr(module, message_type.name)


def _part_of_action(action, part):
    """What travels of an action is no name of the module: "FeedbackMessage", "SendGoal_Event"."""
    if part in ("Goal", "Result", "Feedback"):
        return getattr(action, part)
    kind, _, message = part.partition("_")
    if message and kind in ("SendGoal", "GetResult"):
        return getattr(getattr(action.Impl, f"{kind}Service"), message)
    return getattr(action.Impl, part)
