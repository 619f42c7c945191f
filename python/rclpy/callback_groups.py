"""Which callbacks may run at the same time."""
import weakref

from rclpy import _rclpy_pybind11 as _rclpy


class CallbackGroup:
    """
    Says which callbacks of its entities may run at the same time.

    The native executor holds to it by itself; the methods are for executors of users. Do not
    make one of this class.
    """

    _reentrant = True
    _runs_with_node = True  # else its entities are for who takes from them himself

    def __init__(self):
        super().__init__()
        self.entities = set()
        self._strand = _rclpy.Strand(self._reentrant)

    def add_entity(self, entity):
        self.entities.add(weakref.ref(entity, self.entities.discard))

    def has_entity(self, entity):
        return weakref.ref(entity) in self.entities

    def can_execute(self, entity):
        """Whether the callback of the entity may begin now."""
        raise NotImplementedError

    def beginning_execution(self, entity):
        """Begin it; False if it may not."""
        raise NotImplementedError

    def ending_execution(self, entity):
        raise NotImplementedError


class ReentrantCallbackGroup(CallbackGroup):
    """All callbacks may run side by side."""

    def can_execute(self, entity):
        return True

    def beginning_execution(self, entity):
        return True

    def ending_execution(self, entity):
        pass


class MutuallyExclusiveCallbackGroup(CallbackGroup):
    """One callback runs at a time."""

    _reentrant = False

    def __init__(self):
        super().__init__()
        self._active_entity = None

    def can_execute(self, entity):
        assert weakref.ref(entity) in self.entities
        return self._active_entity is None

    def beginning_execution(self, entity):
        assert weakref.ref(entity) in self.entities
        if self._active_entity is not None:
            return False
        self._active_entity = entity
        return True

    def ending_execution(self, entity):
        assert self._active_entity == entity
        self._active_entity = None
