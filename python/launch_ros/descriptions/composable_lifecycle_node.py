"""A node with a lifecycle that a container makes."""
from launch.utilities import normalize_typed_substitution
from launch_ros.descriptions.composable_node import ComposableNode


class ComposableLifecycleNode(ComposableNode):
    """
    A component with a lifecycle: its transitions are events, and events ask for them.

    :param autostart: a bool, or substitutions of one: configure and activate the node when it is
        loaded.
    """

    def __init__(self, *, autostart=False, **kwargs):
        super().__init__(**kwargs)
        from launch_ros.utilities.lifecycle_event_manager import LifecycleEventManager
        self.__autostart = normalize_typed_substitution(autostart, bool)
        self.__manager = LifecycleEventManager(self)

    @property
    def node_autostart(self):
        """Whether it is configured and activated: a bool, or a list of substitutions."""
        return self.__autostart

    def get_lifecycle_event_manager(self):
        return self.__manager

    def init_lifecycle_event_manager(self, context, **kwargs):
        """Listen to the node and to events; see LifecycleEventManager.setup_lifecycle_manager."""
        self.__manager.setup_lifecycle_manager(context, **kwargs)
