"""A node with a lifecycle."""
from launch.frontend import expose_action
from launch.utilities import normalize_typed_substitution, perform_typed_substitution
from launch_ros.actions.lifecycle_transition import transitions_to_active
from launch_ros.actions.node import Node
from launch_ros.utilities.lifecycle_event_manager import LifecycleEventManager


@expose_action("lifecycle_node")
class LifecycleNode(Node):
    """
    Runs a node whose transitions are events, and which events ask for transitions.

    :param autostart: a bool, or substitutions of one: configure and activate the node.
    """

    def __init__(self, *, name, namespace, autostart=False, **kwargs):
        super().__init__(name=name, namespace=namespace, **kwargs)
        self.__autostart = normalize_typed_substitution(autostart, bool)
        self.__manager = LifecycleEventManager(self)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        entity.get_attr("name")  # raises where there is none
        kwargs.setdefault("namespace", [])
        autostart = entity.get_attr("autostart", data_type=bool, optional=True)
        if autostart is not None:
            kwargs["autostart"] = parser.parse_if_substitutions(autostart)
        return cls, kwargs

    @property
    def is_lifecycle_node(self):
        return True

    @property
    def node_autostart(self):
        """Whether it is configured and activated: a bool, or a list of substitutions."""
        return self.__autostart

    def get_lifecycle_event_manager(self):
        return self.__manager

    def execute(self, context):
        if context.is_shutdown:
            return None
        entities = super().execute(context)
        if self.node_name is None or not self.is_node_name_fully_specified():
            raise RuntimeError(
                f"node name '{self.node_name}' of a LifecycleNode is not fully specified: give "
                "it a name and a namespace")
        self.__manager.setup_lifecycle_manager(context, ended=self.get_asyncio_future())
        if not perform_typed_substitution(context, self.__autostart, bool):
            return entities
        return [*(entities or ()), transitions_to_active(self.node_name)]
