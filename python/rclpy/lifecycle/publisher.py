"""Publishers that are silent while their node is not active."""
from rclpy.impl.reexports import reexports
from rclpy.lifecycle.managed_entity import SimpleManagedEntity
from rclpy.publisher import Publisher

__getattr__ = reexports(__name__)


class LifecyclePublisher(SimpleManagedEntity, Publisher):
    """Sends while its node is active, and else drops what it is given."""

    def __init__(self, *args, **kwargs):
        SimpleManagedEntity.__init__(self)
        Publisher.__init__(self, *args, **kwargs)

    @SimpleManagedEntity.when_enabled
    def publish(self, msg):
        Publisher.publish(self, msg)
