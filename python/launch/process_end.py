"""How a process is made to end, and whether it ended well."""
import signal


class ProcessEnd:
    """
    Asks a process to end: SIGINT, after a time SIGTERM, after another time SIGKILL.

    :param sigterm_timeout, sigkill_timeout: seconds, as texts.
    """

    def __init__(self, loop, name, logger, sigterm_timeout, sigkill_timeout):
        self.__loop = loop
        self.__name = name
        self.__logger = logger
        self.__timeouts = (sigterm_timeout, sigkill_timeout)
        self.__timer = None
        self.__sent = set()
        self.__process = None

    def watch(self, process):
        """It is about this process now."""
        self.cancel()
        self.__process = process
        self.__sent = set()

    def send(self, signum):
        """Send a signal, and say so."""
        if self.__process is None:
            return
        signum = signal.Signals(signum)
        self.__logger.info(f"sending signal '{signum.name}' to process[{self.__name}]")
        self.__sent.add(int(signum))
        self.__process.send_signal(signum)

    def begin(self):
        """Ask it to end, once."""
        if self.__process is None or self.__timer is not None:
            return
        self.send(signal.SIGINT)
        self.__later(0, signal.SIGINT, signal.SIGTERM)

    def __later(self, which, sent, following):
        after = self.__timeouts[which]
        self.__timer = self.__loop.call_later(
            max(0.0, float(after)), self.__escalate, which, after, sent, following)

    def __escalate(self, which, after, sent, following):
        self.__logger.error(
            f"process[{self.__name}] failed to terminate '{after}' seconds after receiving "
            f"'{sent.name}', escalating to '{following.name}'")
        self.send(following)
        if which == 0:
            self.__later(1, following, signal.SIGKILL)

    def cancel(self):
        """It has ended."""
        if self.__timer is not None:
            self.__timer.cancel()
            self.__timer = None
        self.__process = None

    def ended_well(self, returncode):
        """Whether the status is 0, or that of a signal that launch sent."""
        return returncode == 0 or -returncode in self.__sent or returncode - 128 in self.__sent
