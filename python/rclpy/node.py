"""Nodes: what has names, endpoints, timers and parameters."""
import weakref

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from rclpy.client import Client
from rclpy.clock import ROSClock
from rclpy.constants import S_TO_NS
from rclpy.event_handler import PublisherEventCallbacks, SubscriptionEventCallbacks
from rclpy.exceptions import NotInitializedException
from rclpy.guard_condition import GuardCondition
from rclpy.impl import node_names
from rclpy.impl.coroutines import native_callback
from rclpy.impl.denied import UnlessDenied
from rclpy.impl.node_graph import NodeGraph
from rclpy.impl.node_parameters import NodeParameters
from rclpy.impl.reexports import reexports
from rclpy.logging import get_logger
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile, qos_profile_parameter_events, qos_profile_services_default
from rclpy.service import Service
from rclpy.subscription import Subscription
from rclpy.timer import Rate, Timer
from rclpy.type_support import check_is_valid_msg_type, check_is_valid_srv_type
from rclpy.utilities import get_default_context

__getattr__ = reexports(__name__)

HIDDEN_NODE_PREFIX = "_"
NodeNameNonExistentError = _rclpy.NodeNameNonExistentError
MsgType = SrvType = SrvTypeRequest = SrvTypeResponse = object  # once for annotations


def _parameter_events_type():
    from rcl_interfaces.msg import ParameterEvent
    return ParameterEvent


class Node(NodeParameters, NodeGraph, node_names.NodeNames):
    """A node. Its callbacks run where an executor that has it spins."""

    def __init__(self, node_name, *, context=None, cli_args=None, namespace=None,
                 use_global_arguments=True, enable_rosout=True, start_parameter_services=True,
                 parameter_overrides=None, allow_undeclared_parameters=False,
                 automatically_declare_parameters_from_overrides=False,
                 enable_logger_service=False):
        self.__handle = None
        self._context = get_default_context() if context is None else context
        self._publishers, self._subscriptions, self._clients = [], [], []
        self._services, self._timers, self._guards, self._waitables = [], [], [], []
        self._default_callback_group = MutuallyExclusiveCallbackGroup()
        self._used_groups = weakref.WeakValueDictionary(
            {id(self._default_callback_group): self._default_callback_group})
        self._kept_actions = []  # clients and servers: nobody else need keep them
        self._executor_weakref = None
        self._rate_group = None
        if not self._context.ok():
            raise NotInitializedException("cannot create node")
        space = node_names.absolute(namespace or "")
        node_names.check_node(node_name, space)
        with self._context.handle:
            self.__handle = _rclpy.Node(
                self._context.handle, node_name, space,
                [] if cli_args is None else [str(one) for one in cli_args],
                use_global_arguments, enable_rosout, self._default_callback_group._strand)
        self._logger = get_logger(self.__handle.logger_name())
        self._clock = ROSClock()
        self._parameter_event_publisher = None
        with UnlessDenied():
            self._parameter_event_publisher = self.create_publisher(
                _parameter_events_type(), "/parameter_events", qos_profile_parameter_events)
        self._init_parameters(parameter_overrides, allow_undeclared_parameters,
                              automatically_declare_parameters_from_overrides)
        self._start_parts(start_parameter_services, enable_logger_service)

    def _start_parts(self, parameter_services, logger_services):
        from rclpy.time_source import TimeSource
        from rclpy.type_description_service import TypeDescriptionService
        self._time_source = TimeSource(node=self)
        self._time_source.attach_clock(self._clock)
        self._parameter_service = self._logger_service = None
        if parameter_services:
            from rclpy.parameter_service import ParameterService
            self._parameter_service = ParameterService(self)
        if logger_services:
            from rclpy.logging_service import LoggingService
            self._logger_service = LoggingService(self)
        self._type_description_service = TypeDescriptionService(self)

    # ---- what it has ----

    @property
    def publishers(self):
        yield from self._publishers

    @property
    def subscriptions(self):
        yield from self._subscriptions

    @property
    def clients(self):
        yield from self._clients

    @property
    def services(self):
        yield from self._services

    @property
    def timers(self):
        yield from self._timers

    @property
    def guards(self):
        yield from self._guards

    @property
    def waitables(self):
        for endpoints in (self._publishers, self._subscriptions):
            for endpoint in endpoints:
                yield from endpoint.event_handlers
        yield from self._waitables

    @property
    def executor(self):
        """The executor that has this node; None if there is none, or it is gone."""
        return None if self._executor_weakref is None else self._executor_weakref()

    @executor.setter
    def executor(self, new_executor):
        current = self.executor
        if current is new_executor:
            return
        if new_executor is not None:
            new_executor.add_node(self)
        else:
            if current is not None:
                current.remove_node(self)
            self._executor_weakref = None

    def _taken_by(self, executor):
        """Leave the executor that had this node: another one has it now."""
        former = self.executor
        self._executor_weakref = weakref.ref(executor)
        if former is not None and former is not executor:
            former.remove_node(self)

    def _wake_executor(self):
        executor = self.executor
        if executor is not None:
            executor.wake()

    @property
    def context(self):
        return self._context

    @property
    def default_callback_group(self):
        return self._default_callback_group

    @property
    def handle(self):
        return self.__handle

    @handle.setter
    def handle(self, value):
        raise AttributeError("handle cannot be modified after node creation")

    def get_clock(self):
        return self._clock

    def get_logger(self):
        return self._logger

    # ---- callback groups, and who runs them ----

    def _group(self, group):
        """Give the group for an entity; an executor that has the node runs it."""
        group = self._default_callback_group if group is None else group
        if group._runs_with_node and id(group) not in self._used_groups:
            self._used_groups[id(group)] = group
            weakref.finalize(group, _disuse, weakref.ref(self), group._strand).atexit = False
            executor = self.executor
            if executor is not None:
                executor._handle.use(group._strand)
        return group

    def _groups(self):
        return list(self._used_groups.values())

    def _added_to(self, executor):
        for waitable in self._waitables:
            self._served[id(waitable)].attach(executor)

    def _removed_from(self, executor):
        for waitable in self._waitables:
            self._served[id(waitable)].detach()

    # ---- endpoints ----

    @staticmethod
    def _validate_qos_or_depth_parameter(qos_or_depth):
        if isinstance(qos_or_depth, QoSProfile):
            return qos_or_depth
        if not isinstance(qos_or_depth, int):
            raise TypeError(f"Expected QoSProfile or int, but received {type(qos_or_depth)!r}")
        if qos_or_depth < 0:
            raise ValueError("history depth must be greater than or equal to zero")
        return QoSProfile(depth=qos_or_depth)

    def create_publisher(self, msg_type, topic, qos_profile, *, callback_group=None,
                         event_callbacks=None, qos_overriding_options=None,
                         publisher_class=Publisher):
        """
        Make a publisher.

        :param qos_profile: a QoSProfile, or the depth of one.
        :param callback_group: of its event callbacks.
        """
        qos_profile = self._validate_qos_or_depth_parameter(qos_profile)
        group = self._group(callback_group)
        full = self.resolve_topic_name(topic)
        qos_profile = self._overridden(Publisher, full, qos_profile, qos_overriding_options)
        check_is_valid_msg_type(msg_type)
        with self.handle:
            handle = _rclpy.Publisher(
                self.handle, msg_type, full, qos_profile.get_c_qos_profile())
        publisher = publisher_class(
            handle, msg_type, topic, qos_profile, event_callbacks or PublisherEventCallbacks(),
            group)
        publisher._node = weakref.ref(self)
        self._publishers.append(publisher)
        self._keep_events(publisher)
        return publisher

    def create_subscription(self, msg_type, topic, callback, qos_profile, *,
                            callback_group=None, event_callbacks=None,
                            qos_overriding_options=None, raw=False,
                            content_filter_options=None):
        """
        Make a subscription.

        :param callback: called with a message, or with a message and a dict of what is known
            beside it, if it takes two arguments.
        :param qos_profile: a QoSProfile, or the depth of one.
        :param raw: messages are bytes.
        :param content_filter_options: which messages it wants, as ContentFilterOptions.
        """
        qos_profile = self._validate_qos_or_depth_parameter(qos_profile)
        group = self._group(callback_group)
        full = self.resolve_topic_name(topic)
        qos_profile = self._overridden(Subscription, full, qos_profile, qos_overriding_options)
        check_is_valid_msg_type(msg_type)
        kind = Subscription._type_of(callback)
        with self.handle:
            handle = _rclpy.Subscription(
                self.handle, msg_type, full, qos_profile.get_c_qos_profile(), group._strand,
                native_callback(callback, group, self), raw,
                kind is Subscription.CallbackType.WithMessageInfo,
                *_filter_of(content_filter_options))
        subscription = Subscription(
            handle, msg_type, topic, callback, group, qos_profile, raw,
            event_callbacks or SubscriptionEventCallbacks())
        subscription._of_node(self)
        group.add_entity(subscription)
        self._subscriptions.append(subscription)
        self._keep_events(subscription)
        return subscription

    def _overridden(self, entity_type, topic, qos_profile, options):
        if options is None:
            return qos_profile
        from rclpy.qos_overriding_options import _declare_qos_parameters
        return _declare_qos_parameters(entity_type, self, topic, qos_profile, options)

    def _keep_events(self, endpoint):
        for handler in endpoint.event_handlers:
            handler._of_node(self)

    def create_client(self, srv_type, srv_name, *, qos_profile=qos_profile_services_default,
                      callback_group=None):
        """Make a client of a service."""
        group = self._group(callback_group)
        check_is_valid_srv_type(srv_type)
        full = self.resolve_service_name(srv_name)
        with self.handle:
            handle = _rclpy.Client(self.handle, srv_type, full, qos_profile.get_c_qos_profile(),
                                   group._strand)
        client = Client(self.context, handle, srv_type, srv_name, qos_profile, group)
        client._of_node(self)
        group.add_entity(client)
        self._clients.append(client)
        return client

    def create_service(self, srv_type, srv_name, callback, *,
                       qos_profile=qos_profile_services_default, callback_group=None,
                       service_class=Service):
        """Make a service; `callback` takes a request and a response, and gives the response."""
        group = self._group(callback_group)
        check_is_valid_srv_type(srv_type)
        full = self.resolve_service_name(srv_name)
        service = service_class(None, srv_type, srv_name, callback, group, qos_profile)
        service._node = weakref.ref(self)
        with self.handle:
            service._make(lambda: _rclpy.Service(
                self.handle, srv_type, full, qos_profile.get_c_qos_profile(), group._strand,
                service._native_callback(callback), callback))
        service._of_node(self)
        group.add_entity(service)
        self._services.append(service)
        return service

    def create_timer(self, timer_period_sec, callback, callback_group=None, clock=None,
                     autostart=True):
        """Make a timer, by the node's clock unless another is given."""
        group = self._group(callback_group)
        timer = Timer(callback, group, int(float(timer_period_sec) * S_TO_NS),
                      self._clock if clock is None else clock, context=self.context,
                      autostart=autostart)
        return self._add(timer, self._timers)

    def create_guard_condition(self, callback, callback_group=None):
        """Make a guard condition."""
        guard = GuardCondition(callback, self._group(callback_group), context=self.context)
        return self._add(guard, self._guards)

    def _add(self, entity, to):
        entity._of_node(self)
        entity.callback_group.add_entity(entity)
        to.append(entity)
        return entity

    def create_rate(self, frequency, clock=None):
        """Make a rate, which sleeps while another thread spins."""
        if frequency <= 0:
            raise ValueError("frequency must be > 0")
        if self._rate_group is None:
            self._rate_group = ReentrantCallbackGroup()
        timer = self.create_timer(1.0 / frequency, _nothing, self._rate_group, clock)
        return Rate(timer, context=self.context)

    # ---- waitables ----

    @property
    def _served(self):
        return self.__dict__.setdefault("_served_waitables", {})

    def add_waitable(self, waitable):
        """Run what somebody waits for by the rules of rclpy.waitable."""
        from rclpy.impl.served_waitable import ServedWaitable
        self._waitables.append(waitable)
        self._group(waitable.callback_group)
        self._served[id(waitable)] = ServedWaitable(waitable, self)
        executor = self.executor
        if executor is not None:
            self._served[id(waitable)].attach(executor)

    def remove_waitable(self, waitable):
        self._waitables.remove(waitable)
        self._served.pop(id(waitable)).detach()

    # ---- ends ----

    def _destroy(self, entity, entities):
        if entity not in entities:
            return False
        entities.remove(entity)
        try:
            entity.destroy()
        except _rclpy.InvalidHandle:
            return False
        return True

    def destroy_publisher(self, publisher):
        return self._destroy(publisher, self._publishers)

    def destroy_subscription(self, subscription):
        return self._destroy(subscription, self._subscriptions)

    def destroy_client(self, client):
        return self._destroy(client, self._clients)

    def destroy_service(self, service):
        return self._destroy(service, self._services)

    def destroy_timer(self, timer):
        return self._destroy(timer, self._timers)

    def destroy_guard_condition(self, guard):
        return self._destroy(guard, self._guards)

    def destroy_rate(self, rate):
        was_here = rate._timer in self._timers
        rate.destroy()
        return was_here

    def destroy_node(self):
        """End the node with all that it has, but for waitables."""
        executor = self.executor
        if executor is not None:
            executor.remove_node(self)
            self._executor_weakref = None
        self._parameter_event_publisher = None
        for action in list(self._kept_actions):
            action.destroy()
        for entities in (self._publishers, self._subscriptions, self._clients, self._services,
                         self._timers, self._guards):
            while entities:
                self._destroy(entities[0], entities)
        self._type_description_service.destroy()
        self.__handle.destroy_when_not_in_use()
        self._wake_executor()


def _filter_of(options):
    """Give the expression and the list of its parameters."""
    if options is None:
        return "", []
    return options.filter_expression, list(options.expression_parameters)


def _disuse(node, strand):
    """A group is gone: an executor need not run it."""
    node = node()
    executor = None if node is None else node.executor
    if executor is not None and node in executor.get_nodes():
        executor._handle.disuse(strand)


def _nothing():
    """Is called by timers that have no other callback yet."""
