"""The place in a description where its tests begin."""
from launch.action import Action


class ReadyToTest(Action):
    """Lets the tests begin."""

    def __init__(self):
        super().__init__()
        self._callbacks = []

    def _add_callback(self, callback):
        """Call a function when it is reached."""
        self._callbacks.append(callback)

    def execute(self, context):
        for callback in self._callbacks:
            callback()
