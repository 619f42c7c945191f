"""`ros2 service echo`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2cli.spin import spin
from ros2cli.writer import Writer
from ros2service import api
from ros2service.event_order import InOrder
from ros2service.verb import VerbExtension
from ros2topic import show
from ros2topic.api import add_qos_arguments, long_profile_of

_HIDDEN_POSTFIX = "/_service_event"
_LOOK_PERIOD_S = 0.1  # how often what waits for an earlier event is looked at


class EchoVerb(VerbExtension):
    """Print the requests and responses of a service whose introspection is on."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("service_name", help="the service: '/add_two_ints'")
        argument.completer = api.ServiceNameCompleter(
            include_hidden_services_key="include_hidden_services")
        argument = parser.add_argument("service_type", nargs="?",
                                       help="its type, if the graph does not tell")
        argument.completer = api.ServiceTypeCompleter(service_name_key="service_name")
        add_qos_arguments(parser, "subscribe", "services_default")
        show.add_arguments(parser)

    def main(self, *, args):
        with NodeStrategy(args) as node:
            kind = _class(node, args)
            topic = args.service_name + _HIDDEN_POSTFIX
            if not node.count_publishers(topic):
                print(f"No publishers on topic '{topic}'; is service introspection on the client "
                      "or server enabled?")
            return _echo(node.direct_node.node, kind.Event, topic, args)


def _class(node, args):
    if args.service_type is None:
        kind = api.get_service_class(node, args.service_name, include_hidden_services=True)
        if kind is None:
            raise RuntimeError(f"Cannot find type for '{args.service_name}'")
        return kind
    try:
        return api.service_class(args.service_type)
    except RuntimeError as error:
        raise RuntimeError(f"The service type '{args.service_type}' is invalid") from error


def _echo(node, kind, topic, args):
    from rclpy.clock import Clock
    from rclpy.clock_type import ClockType
    writer = Writer()
    in_order = InOrder(lambda event: writer.write(event_text(event, args)))

    def heard(event):
        in_order.add(event)
        if not subscription.handle.has_messages():
            writer.flush()

    def look():
        in_order.release()
        writer.flush()

    subscription = node.create_subscription(kind, topic, heard, long_profile_of(args))
    timer = node.create_timer(_LOOK_PERIOD_S, look, clock=Clock(clock_type=ClockType.STEADY_TIME))
    try:
        return spin(node)
    finally:
        timer.cancel()
        in_order.release(everything=True)
        writer.flush()


def event_text(event, args):
    """Give an event as its lines; as YAML its kind is a name."""
    if args.csv:
        return show.message_text(event, args)
    import yaml
    from rosidl_runtime_py import message_to_ordereddict
    from service_msgs.msg import ServiceEventInfo
    names = ("REQUEST_SENT", "REQUEST_RECEIVED", "RESPONSE_SENT", "RESPONSE_RECEIVED")
    fields = message_to_ordereddict(event, **show.limits(args))
    kinds = {getattr(ServiceEventInfo, name): name for name in names}
    fields["info"]["event_type"] = kinds.get(event.info.event_type, "UNKNOWN")

    class Dumper(yaml.Dumper):
        """Keeps the order of the fields."""

    def represent(dumper, values):
        return dumper.represent_mapping("tag:yaml.org,2002:map", values.items(), False)

    Dumper.add_representer(type(fields), represent)
    return yaml.dump(fields, Dumper=Dumper, allow_unicode=True, width=float("inf"),
                     default_flow_style=args.flow_style) + "---\n"
