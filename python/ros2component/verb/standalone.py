"""`ros2 component standalone`."""
import signal
import uuid

from ros2cli.helpers import wait_for
from ros2cli.node.direct import add_arguments
from ros2cli.node.strategy import NodeStrategy
from ros2component import api
from ros2component.verb import VerbExtension

_START_LIMIT_S = 10.0
_END_LIMIT_S = 10.0


class StandaloneVerb(VerbExtension):
    """Run a component in a container of its own."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("--no-daemon", action="store_true",
                            help="accepted; there is no daemon in any case")
        api.add_component_arguments(parser)
        parser.add_argument("-c", "--container-node-name",
                            default=f"standalone_container_{uuid.uuid4().hex[:12]}",
                            help="the name of the container")

    def main(self, *, args):
        container = api.run_standalone_container(container_node_name=args.container_node_name)
        before = signal.signal(signal.SIGTERM, lambda *_: container.terminate())
        try:
            _load(container, args)
            return _wait(container)
        except KeyboardInterrupt:  # the container got it from the terminal, too
            return _wait(container)
        except RuntimeError as error:
            container.send_signal(signal.SIGINT)
            _wait(container)
            return f"{error}, interrupting container node"
        finally:
            if container.poll() is None:
                container.kill()
            signal.signal(signal.SIGTERM, before)


def _load(container, args):
    import rclpy
    from rclpy.signals import uninstall_signal_handlers
    with NodeStrategy(args) as node:
        direct = node.direct_node
        uninstall_signal_handlers()
        name = f"/{args.container_node_name.lstrip('/')}"

        def there():
            return container.poll() is not None or _is_container(node, name)

        if not wait_for(there, _START_LIMIT_S, period=0.02) or container.poll() is not None:
            raise RuntimeError(f"The container '{name}' does not come up")
        api.load_component_into_container(
            node=direct, remote_container_node_name=name, **api.component_of(args))
    rclpy.try_shutdown()


def _is_container(node, name):
    from ros2node.api import get_node_names
    return any(one.full_name == name for one in api.find_container_node_names(
        node=node, node_names=get_node_names(node=node, include_hidden_nodes=True)))


def _wait(container):
    """Wait for its end. @return its status; 256 - n if signal n ended it."""
    while True:
        try:
            status = container.wait()
            return status if status >= 0 else 256 + status
        except KeyboardInterrupt:
            continue
