"""The place in a description where its tests begin."""
import threading

from launch.action import Action


class ReadyToTest(Action):
    """Lets the tests begin."""

    def __init__(self):
        super().__init__()
        self.event = threading.Event()
        self.callbacks = []

    def execute(self, context):
        self.event.set()
        for callback in self.callbacks:
            callback()
