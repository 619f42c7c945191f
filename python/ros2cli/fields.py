"""Messages of the YAML that a user typed: what is published, asked or aimed at."""


def read_fields(text):
    """Give what a YAML text is, its numbers with `written`: how they stand there.

    yaml.YAMLError if it is no YAML, ValueError for a date or number that is none.
    """
    import yaml
    from ranvier_prefix import bounded_yaml

    class Loader(bounded_yaml.loader()):
        """Numbers know how they are written: a field of text takes "1.10" and "12:30"."""

    def as_written(kind, construct):
        def read(loader, node):
            number = kind(construct(loader, node))
            number.written = node.value
            return number
        return read

    Loader.add_constructor("tag:yaml.org,2002:int",
                           as_written(_Integer, yaml.SafeLoader.construct_yaml_int))
    Loader.add_constructor("tag:yaml.org,2002:float",
                           as_written(_Float, yaml.SafeLoader.construct_yaml_float))
    Loader.add_constructor("tag:yaml.org,2002:timestamp", yaml.SafeLoader.construct_yaml_str)
    return yaml.load(text, Loader)


class _Integer(int):
    """An integer that knows how it is written."""


class _Float(float):
    """A decimal that knows how it is written."""


def read_message(kind, text, what="value", words="Failed to populate field: {}", **expand):
    """
    Give a message of YAML, and the functions that set its times.

    :param what: the name of the text in an error.
    :param words: what is said of the error of a field.
    :param expand: what set_message_fields() is to expand.

    RuntimeError, in one line, if the text is no dictionary, or has what the message cannot hold.
    """
    import yaml
    from rclpy.serialization import serialize_message
    from rosidl_runtime_py import set_message_fields
    needed = f"The passed {what} needs to be a dictionary in YAML format"
    try:
        values = read_fields(text)
    except (ValueError, yaml.YAMLError) as error:
        raise RuntimeError(f"{needed}: {_in_a_line(error)}") from error
    if not isinstance(values, dict):
        raise RuntimeError(needed)
    message = kind()
    try:
        setters = set_message_fields(message, values, **expand)
        serialize_message(message)  # what cannot be sent is reported before anything is sent
    except (AttributeError, AssertionError, OverflowError, TypeError, ValueError) as error:
        raise RuntimeError(words.format(error)) from error
    return message, setters


def _in_a_line(error):
    """What an error of the YAML parser says, and where, in one line."""
    place = getattr(error, "problem_mark", None)
    if place is None:
        return " ".join(str(error).split())
    return f"{error.problem}, in line {place.line + 1}, column {place.column + 1}"
