"""The event that processes are to be sent a signal."""
import signal as signals

from launch.events.process.process_targeted_event import ProcessTargetedEvent


class SignalProcess(ProcessTargetedEvent):
    """
    Asks for a signal to be sent.

    :param signal_number: a number, a name such as 'SIGUSR1', or one of signal.Signals.
    """

    name = "launch.events.process.SignalProcess"

    def __init__(self, *, signal_number, process_matcher):
        super().__init__(process_matcher=process_matcher)
        if isinstance(signal_number, str):
            self.__signal = signals.Signals[signal_number]
        else:
            self.__signal = signals.Signals(signal_number)

    @property
    def signal(self):
        return self.__signal

    @property
    def signal_name(self):
        return self.__signal.name
