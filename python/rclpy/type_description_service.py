"""The service that tells peers what a node's types are made of."""
from rclpy.impl.reexports import reexports
from rclpy.parameter import Parameter

__getattr__ = reexports(__name__)

START_TYPE_DESCRIPTION_SERVICE_PARAM = "start_type_description_service"


class TypeDescriptionService:
    """Serves ~/get_type_description, unless the node's parameter says no."""

    def __init__(self, node):
        from rcl_interfaces.msg import ParameterDescriptor
        self.enabled = False
        if not node.has_parameter(START_TYPE_DESCRIPTION_SERVICE_PARAM):
            node.declare_parameter(
                START_TYPE_DESCRIPTION_SERVICE_PARAM, True,
                ParameterDescriptor(
                    name=START_TYPE_DESCRIPTION_SERVICE_PARAM,
                    type=Parameter.Type.BOOL.value,
                    description="If enabled, start the ~/get_type_description service.",
                    read_only=True))
        parameter = node.get_parameter(START_TYPE_DESCRIPTION_SERVICE_PARAM)
        if parameter.type_ is not Parameter.Type.BOOL:
            node.get_logger().error(
                f"Invalid type for parameter '{START_TYPE_DESCRIPTION_SERVICE_PARAM}' "
                f"{parameter.type_!r} should be bool")
        else:
            self.enabled = parameter.value
        if self.enabled:
            node.handle.serve_type_descriptions()

    def destroy(self):
        """Do nothing: the service ends with the node's handle."""
