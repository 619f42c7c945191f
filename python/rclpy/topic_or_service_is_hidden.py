"""Names that tools do not show unless they are asked to."""
HIDDEN_TOPIC_PREFIX = "_"
TOPIC_SEPARATOR_STRING = "/"


def topic_or_service_is_hidden(name):
    """Whether some part of the name begins with an underscore."""
    return any(part.startswith(HIDDEN_TOPIC_PREFIX)
               for part in name.split(TOPIC_SEPARATOR_STRING) if part)
