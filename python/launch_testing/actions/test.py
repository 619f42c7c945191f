"""A process that is a test."""
import signal

from launch.actions import EmitEvent, ExecuteProcess, RegisterEventHandler, TimerAction
from launch.event_handlers import OnProcessStart
from launch.events import matches_action
from launch.events.process import SignalProcess


class Test(ExecuteProcess):
    """
    Runs a test; its status counts.

    :param timeout: seconds until SIGINT.
    :param kill_timeout: seconds from then to SIGKILL.
    """

    __test__ = False  # not for pytest

    def __init__(self, *, timeout=None, kill_timeout=5.0, **kwargs):
        super().__init__(**kwargs)
        self.__timeout = timeout
        self.__kill_timeout = kill_timeout
        self.__timers = []

    @property
    def timeout(self):
        return self.__timeout

    @property
    def kill_timeout(self):
        return self.__kill_timeout

    def __signal_after(self, seconds, signum):
        timer = TimerAction(period=float(seconds), actions=[EmitEvent(event=SignalProcess(
            signal_number=signum, process_matcher=matches_action(self)))])
        self.__timers.append(timer)
        return timer

    async def _on_ended(self, context, returncode):
        for timer in self.__timers:
            timer.cancel()

    def execute(self, context):
        entities = list(super().execute(context) or [])
        if self.__timeout:
            entities.append(RegisterEventHandler(OnProcessStart(target_action=self, on_start=[
                self.__signal_after(self.__timeout, signal.SIGINT),
                self.__signal_after(self.__timeout + self.__kill_timeout, signal.SIGKILL)])))
        return entities
