"""A namespace for the nodes that follow."""
from launch.action import Action
from launch.frontend import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch_ros.utilities.namespace_utils import make_namespace_absolute, prefix_namespace


@expose_action("push_ros_namespace")
@expose_action("push-ros-namespace")
class PushROSNamespace(Action):
    """Puts the nodes of this scope, a group, into a namespace; a relative one below the pushed."""

    def __init__(self, namespace, **kwargs):
        super().__init__(**kwargs)
        self.__namespace = normalize_to_list_of_substitutions(namespace)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["namespace"] = parser.parse_substitution(entity.get_attr("namespace"))
        return cls, kwargs

    @property
    def namespace(self):
        return self.__namespace

    def execute(self, context):
        pushed = perform_substitutions(context, self.namespace)
        before = context.launch_configurations.get("ros_namespace")
        namespace = prefix_namespace(before, pushed)
        if not namespace:
            return
        namespace = make_namespace_absolute(namespace)
        from launch_ros.utilities.names import check_namespace
        check_namespace(namespace, pushed, before)
        context.launch_configurations["ros_namespace"] = namespace


PushRosNamespace = PushROSNamespace
