"""Signals, as callbacks of an asyncio loop."""
import asyncio
import signal
import threading


class AsyncSafeSignalManager:
    """
    While it is entered, calls a function in the loop for each signal that it handles.

    A signal that is ignored in this process, as a shell does for a job in the background, is
    handled too. Outside of the main thread it does nothing.
    """

    def __init__(self, loop):
        self.__loop = loop or asyncio.get_running_loop()
        self.__handlers = {}
        self.__before = {}
        self.__entered = False

    def handle(self, signum, handler):
        """Call handler(signum) for this signal; None: as it was. Gives the handler before."""
        before = self.__handlers.pop(signum, None)
        if handler is not None:
            self.__handlers[signum] = handler
        if self.__entered:
            if handler is None:
                self.__restore(signum)
            else:
                self.__install(signum)
        return before

    def __install(self, signum):
        if threading.current_thread() is not threading.main_thread():
            return
        if signum not in self.__before:
            self.__before[signum] = signal.getsignal(signum)
        self.__loop.add_signal_handler(signum, self.__handlers[signum], signum)

    def __restore(self, signum):
        if signum not in self.__before:
            return
        before = self.__before.pop(signum)
        self.__loop.remove_signal_handler(signum)
        if before is not None:
            signal.signal(signum, before)

    def __enter__(self):
        self.__entered = True
        for signum in self.__handlers:
            self.__install(signum)
        return self

    def __exit__(self, *_):
        self.__entered = False
        for signum in list(self.__before):
            self.__restore(signum)
