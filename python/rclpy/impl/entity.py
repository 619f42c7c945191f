"""What subscriptions, services, timers and guard conditions have in common."""
import weakref
from contextlib import suppress

from rclpy.impl.coroutines import native_callback
from rclpy.task import is_coroutine_function


class CallbackProperty:
    """The attribute `callback` of an entity: what is set is called from now on."""

    def __set_name__(self, owner, name):
        self._name = "_user_" + name

    def __get__(self, entity, owner=None):
        return self if entity is None else getattr(entity, self._name, None)

    def __set__(self, entity, callback):
        setattr(entity, self._name, callback)
        handle = getattr(entity, "handle_or_none", None)
        if handle is not None:
            handle.set_callback(entity._native_callback(callback))


_by_work = weakref.WeakValueDictionary()  # entities, by what executors know their callbacks by


def of_work(work_id):
    """Give the entity whose callback an executor knows by this, and its node; else None, None."""
    entity = _by_work.get(work_id)
    return entity, None if entity is None else entity._node()


class OfNode:
    """Is in a list of its node until it is destroyed, by whomever."""

    _node = None  # a weak reference
    _list = None  # the name of the list

    def _of_node(self, node):
        self._node = weakref.ref(node)
        _by_work[self.handle.work_id] = self

    def _leave_node(self):
        node = self._node() if self._node is not None else None
        if node is not None:
            with suppress(ValueError):  # it has left
                getattr(node, self._list).remove(self)

    def _executor(self):
        node = self._node() if self._node is not None else None
        return None if node is None else node.executor

    def _executor_here(self):
        """Give the node's executor if this is a callback of it: else the node may go elsewhere."""
        executor = self._executor()
        is_here = executor is not None and executor._handle.spins_here()
        return executor if is_here else None


class Entity(OfNode):
    """Has a callback, that its native part calls."""

    callback = CallbackProperty()
    handle_or_none = None

    def _of_node(self, node):
        super()._of_node(node)
        self.handle_or_none = self.handle
        if is_coroutine_function(self.callback):
            self.callback = self.callback  # the node's executor drives it

    def _native_callback(self, callback):
        node = self._node() if self._node is not None else None
        return callback if node is None else native_callback(callback, self.callback_group, node)
