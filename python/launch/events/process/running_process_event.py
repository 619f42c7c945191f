"""Base of the events of a process."""
from launch.event import Event


class RunningProcessEvent(Event):
    """Something about a process that is, or was, running."""

    name = "launch.events.process.RunningProcessEvent"

    def __init__(self, *, action, name, cmd, cwd, env, pid):
        self.__action = action
        self.__name = name
        self.__cmd = cmd
        self.__cwd = cwd
        self.__env = env
        self.__pid = pid

    @property
    def action(self):
        """The action that started it."""
        return self.__action

    @property
    def execute_process_action(self):
        return self.__action

    @property
    def process_name(self):
        return self.__name

    @property
    def cmd(self):
        return self.__cmd

    @property
    def cwd(self):
        return self.__cwd

    @property
    def env(self):
        return self.__env

    @property
    def pid(self):
        return self.__pid
