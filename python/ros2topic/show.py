"""Messages as text: what `echo` of topics and of services prints."""
from ros2topic.api import positive_int, unsigned_int

DEFAULT_TRUNCATE_LENGTH = 128

__all__ = ["add_arguments", "message_text", "positive_int"]


def add_arguments(parser):
    """Give a parser the options that say how messages are shown."""
    parser.add_argument("--csv", action="store_true",
                        help="one line a message, with commas between the values")
    parser.add_argument("-f", "--full-length", action="store_true",
                        help="every element of arrays, and every character of texts")
    parser.add_argument("-l", "--truncate-length", type=unsigned_int, metavar="N",
                        default=DEFAULT_TRUNCATE_LENGTH,
                        help="so many elements and characters (default: %(default)s)")
    parser.add_argument("--no-arr", action="store_true", help="of arrays the length alone")
    parser.add_argument("--no-str", action="store_true", help="of texts the length alone")
    parser.add_argument("--flow-style", action="store_true", help="arrays on one line")


def limits(args):
    """Give what the options say of lengths, for rosidl_runtime_py."""
    return {"truncate_length": None if args.full_length else args.truncate_length,
            "no_arr": args.no_arr, "no_str": args.no_str}


def message_text(message, args):
    """Give a message, or a value of one, as its lines and the line that ends it."""
    is_message = hasattr(message, "get_fields_and_field_types")
    if args.csv:
        if not is_message:
            return f"{message}\n"
        from rosidl_runtime_py import message_to_csv
        return message_to_csv(message, **limits(args)) + "\n"
    if not is_message:
        return f"{message}\n---\n"
    from rosidl_runtime_py import message_to_yaml
    return message_to_yaml(message, flow_style=args.flow_style, **limits(args)) + "---\n"
