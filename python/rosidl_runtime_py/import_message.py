"""The class of a type that rosidl_parser.definition names."""
import importlib


def import_message_from_namespaced_type(message_type):
    """The class of a NamespacedType, or of the type of the elements of an array of it."""
    message_type = getattr(message_type, "value_type", message_type)
    module = importlib.import_module(".".join(message_type.namespaces))
    # What travels of an action is no name of the module.
    action, _, part = message_type.name.partition("_")
    if part == "FeedbackMessage":
        return getattr(module, action).Impl.FeedbackMessage
    return getattr(module, message_type.name)
