"""The handler of a process that says when it is ready."""
from launch.event_handlers import OnProcessIO


class StdoutReadyListener(OnProcessIO):
    """Does something when a process writes a text."""

    def __init__(self, *, target_action=None, ready_txt, actions):
        self.__ready_text = ready_txt
        self.__actions = actions
        super().__init__(target_action=target_action, on_stdout=self.__on_stdout)

    def __on_stdout(self, event):
        return self.__actions if self.__ready_text in event.text.decode("utf-8", "replace") \
            else None
