"""Waiting for more than one thing, by rules of one's own."""


class NumberOfEntities:
    """How many of each kind somebody waits for."""

    __slots__ = ["num_subscriptions", "num_guard_conditions", "num_timers", "num_clients",
                 "num_services", "num_events"]

    def __init__(self, num_subs=0, num_gcs=0, num_timers=0, num_clients=0, num_services=0,
                 num_events=0):
        self.num_subscriptions = num_subs
        self.num_guard_conditions = num_gcs
        self.num_timers = num_timers
        self.num_clients = num_clients
        self.num_services = num_services
        self.num_events = num_events

    def _values(self):
        return [getattr(self, slot) for slot in self.__slots__]

    def __add__(self, other):
        return NumberOfEntities(*(a + b for a, b in zip(self._values(), other._values())))

    def __iadd__(self, other):
        for slot in self.__slots__:
            setattr(self, slot, getattr(self, slot) + getattr(other, slot))
        return self

    def __repr__(self):
        values = ", ".join(str(value) for value in self._values())
        return f"<{type(self).__name__}({values})>"


class Waitable:
    """
    Something that waits for handles and decides by itself whether it is ready.

    Derive from it and give an object to Node.add_waitable().
    """

    def __init__(self, callback_group):
        self.callback_group = callback_group
        self.callback_group.add_entity(self)
        self._futures = []

    def __enter__(self):
        raise NotImplementedError("Must be implemented by subclass")

    def __exit__(self, exc_type, exc_value, traceback):
        raise NotImplementedError("Must be implemented by subclass")

    def add_future(self, future):
        self._futures.append(future)

    def remove_future(self, future):
        self._futures.remove(future)

    def is_ready(self, wait_set):
        """Whether, of what was added to the wait set, enough is ready."""
        raise NotImplementedError("Must be implemented by subclass")

    def take_data(self):
        """Take what execute() needs, so that this is not ready for it any more."""
        raise NotImplementedError("Must be implemented by subclass")

    async def execute(self, taken_data):
        raise NotImplementedError("Must be implemented by subclass")

    def get_num_entities(self):
        raise NotImplementedError("Must be implemented by subclass")

    def add_to_wait_set(self, wait_set):
        raise NotImplementedError("Must be implemented by subclass")
