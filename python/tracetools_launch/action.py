"""A tracing session around a launch."""
from launch.action import Action
from launch.utilities import (
    normalize_to_list_of_substitutions, normalize_typed_substitution, perform_substitutions,
    perform_typed_substitution)

_LISTS = {"events-ust": "events_ust", "events-kernel": "events_kernel",
          "context-fields": "context_fields"}
_TEXTS = {"session-name": "session_name", "base-path": "base_path"}
_FLAGS = {"append-timestamp": "append_timestamp", "append-trace": "append_trace"}


def _texts(values):
    return [normalize_to_list_of_substitutions(value) for value in values]


class Trace(Action):
    """
    Records what the nodes do, from this action to the end of the launch.

    :param append_timestamp: add the time to the name of the session.
    :param base_path: the folder in which the session's is made; None: as `ros2 trace`.
    :param append_trace: add to the session's folder if it is there.
    :param events_ust, events_kernel, context_fields: what is recorded, as `ros2 trace`.

    Processes that start before or after it join; their last events are recorded too.
    """

    def __init__(self, *, session_name, append_timestamp=False, base_path=None,
                 append_trace=False, events_ust=("ros2:*",), events_kernel=(),
                 context_fields=("procname", "vpid", "vtid"), **kwargs):
        for ignored in ("syscalls", "subbuffer_size_ust", "subbuffer_size_kernel"):
            kwargs.pop(ignored, None)
        super().__init__(**kwargs)
        self.__session_name = normalize_to_list_of_substitutions(session_name)
        self.__base_path = None if base_path is None else \
            normalize_to_list_of_substitutions(base_path)
        self.__append_timestamp = normalize_typed_substitution(append_timestamp, bool)
        self.__append_trace = normalize_typed_substitution(append_trace, bool)
        self.__events_ust = _texts(events_ust)
        self.__events_kernel = _texts(events_kernel)
        self.__context_fields = _texts(context_fields)
        self.__name = None
        self.__directory = None

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        for name, key in _TEXTS.items():
            value = entity.get_attr(name, optional=name != "session-name")
            if value is not None:
                kwargs[key] = parser.parse_substitution(value)
        for name, key in _FLAGS.items():
            value = entity.get_attr(name, data_type=bool, optional=True)
            if value is not None:
                kwargs[key] = parser.parse_if_substitutions(value)
        for name, key in _LISTS.items():
            value = entity.get_attr(name, optional=True)
            if value is not None:
                kwargs[key] = [parser.parse_substitution(one) for one in value.split()]
        return cls, kwargs

    @property
    def session_name(self):
        """What was given; the name itself when it runs."""
        return self.__session_name if self.__name is None else self.__name

    @property
    def base_path(self):
        return self.__base_path

    @property
    def trace_directory(self):
        """The folder of the session; None before it runs."""
        return self.__directory

    @property
    def events_ust(self):
        return self.__events_ust

    @property
    def events_kernel(self):
        return self.__events_kernel

    @property
    def context_fields(self):
        return self.__context_fields

    def __str__(self):
        return f"Trace(session_name={self.session_name}, trace_directory={self.__directory})"

    def execute(self, context):
        from tracetools_trace import trace
        from tracetools_trace.tools.path import append_timestamp, get_full_session_path
        self.__name = perform_substitutions(context, self.__session_name)
        if perform_typed_substitution(context, self.__append_timestamp, bool):
            self.__name = append_timestamp(self.__name)
        base = None if self.__base_path is None else \
            perform_substitutions(context, self.__base_path)

        def performed(values):
            return [perform_substitutions(context, value) for value in values]
        self.__directory = get_full_session_path(self.__name, base)
        trace.init(
            session_name=self.__name, base_path=base,
            append_trace=perform_typed_substitution(context, self.__append_trace, bool),
            ros_events=performed(self.__events_ust),
            kernel_events=performed(self.__events_kernel),
            context_fields=performed(self.__context_fields))
        context._end_callbacks.append(lambda: trace.cleanup(session_name=self.__name))
