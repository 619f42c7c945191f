"""The order of service events: client and server tell of a call on ways of their own."""
import collections
import time

PATIENCE_S = 0.5  # how long an event waits for those that were before it
_CALLS = 10000    # of which it is known what was given


class InOrder:
    """
    Gives events of a call in the order in which they happened.

    Request sent, request received, reply sent, reply received: one waits until the earlier of its
    call were given, but no longer than PATIENCE_S, as one side may tell nothing. Events of
    different calls are given as they come.

    Threads: one at a time.
    """

    def __init__(self, give, now=time.monotonic):
        self._give = give
        self._now = now
        self._waiting = []  # (time until which it waits, call, event), as they came
        self._given = collections.OrderedDict()  # call -> kinds of its events

    def add(self, event):
        """Take an event; give all whose turn it is."""
        call = bytes(event.info.client_gid), event.info.sequence_number
        self._waiting.append((self._now() + PATIENCE_S, call, event))
        self.release()

    def release(self, everything=False):
        """Give all whose turn has come meanwhile, or all that there are."""
        now = self._now()
        while True:
            ready = next((one for one in self._waiting
                          if everything or one[0] <= now or self._is_next(*one[1:])), None)
            if ready is None:
                return
            # Of its call an earlier event may wait, which came later.
            first = min((one for one in self._waiting if one[1] == ready[1]),
                        key=lambda one: one[2].info.event_type)
            self._waiting.remove(first)
            self._given.setdefault(first[1], set()).add(first[2].info.event_type)
            while len(self._given) > _CALLS:
                self._given.popitem(last=False)
            self._give(first[2])

    def _is_next(self, call, event):
        return self._given.get(call, set()).issuperset(range(event.info.event_type))
