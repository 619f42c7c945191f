"""What the enclave of a context does not allow a node itself."""
from rclpy import _rclpy_pybind11 as _rclpy


class UnlessDenied:
    """A block whose end a node can do without: warns if the enclave denies it."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if not isinstance(error, _rclpy.DeniedError):
            return False
        _rclpy.warn_that_node_goes_without(str(error))
        return True
