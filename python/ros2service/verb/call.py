"""`ros2 service call`."""
import time

from ros2cli.calls import spin_while_there
from ros2cli.fields import read_message
from ros2cli.node.direct import DirectNode, add_arguments
from ros2cli.interrupt import SIGTERM_STATUS
from ros2cli.spin import spin
from ros2service import api
from ros2service.verb import VerbExtension


_MATCHING_S = 0.2  # what is there is matched before that


class CallVerb(VerbExtension):
    """Call a service."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("service_name", help="the service: '/add_two_ints'")
        argument.completer = api.ServiceNameCompleter(
            include_hidden_services_key="include_hidden_services")
        argument = parser.add_argument("service_type", help="its type: 'std_srvs/srv/Empty'")
        argument.completer = api.ServiceTypeCompleter(service_name_key="service_name")
        values = parser.add_mutually_exclusive_group()
        argument = values.add_argument("values", nargs="?", default="{}",
                                       help="the fields of the request, as YAML: '{a: 1, b: 2}'")
        argument.completer = api.ServicePrototypeCompleter(service_type_key="service_type")
        values.add_argument("--stdin", action="store_true", help="read the fields from stdin")
        parser.add_argument("-r", "--rate", metavar="N", type=_positive_float,
                            help="call so many times a second, until a signal")

    def main(self, *, args):
        kind = api.service_class(args.service_type)
        request, setters = _request(kind, args)
        with DirectNode(args) as direct:
            node = direct.node
            client = node.create_client(kind, args.service_name)
            if not client.wait_for_service(_MATCHING_S):
                print("waiting for service to become available...")
                if not client.wait_for_service():
                    return SIGTERM_STATUS
            while True:
                began = time.monotonic()
                status = _call(node, client, request, setters)
                if status or args.rate is None:
                    return status
                status = _rest(node, began + 1.0 / args.rate)
                if status:
                    return status


def _positive_float(string):
    from ros2topic.api import positive_float
    return positive_float(string)


def _request(kind, args):
    text = args.values
    if args.stdin:
        from ros2cli.helpers import collect_stdin
        text = collect_stdin()
    return read_message(kind.Request, text, expand_header_auto=True, expand_time_now=True)


def _rest(node, until):
    """Wait for the next call. @return the status of a signal that comes meanwhile."""
    from rclpy.task import Future
    return spin(node, Future(), max(0.0, until - time.monotonic()))


def _call(node, client, request, setters):
    now = node.get_clock().now().to_msg() if setters else None
    for setter in setters:
        setter(now)
    print(f"requester: making request: {request!r}\n")
    try:
        future = client.call_async(request)
    except (OverflowError, TypeError, ValueError) as error:  # what no field can hold
        return f"Failed to populate message fields: {error!r}"
    status = spin_while_there(node, future, client.service_is_ready)
    if status:
        return status
    if not future.done():
        return f"The service '{client.srv_name}' has gone before it answered. Look at its node."
    if future.exception() is not None:
        return f"Exception while calling service: {future.exception()!r}"
    print(f"response:\n{future.result()!r}\n")
    return 0
