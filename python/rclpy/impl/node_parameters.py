"""The parameters of a node."""
import copy
import warnings
from collections.abc import Iterable

from rclpy.exceptions import (
    InvalidParameterTypeException, InvalidParameterValueException,
    ParameterAlreadyDeclaredException, ParameterImmutableException,
    ParameterNotDeclaredException, ParameterUninitializedException)
from rclpy.impl import parameter_checks
from rclpy.impl.parameter_declaration import declaration_of, new_descriptor
from rclpy.impl.parameter_file import python_value
from rclpy.parameter import PARAMETER_SEPARATOR_STRING, Parameter

_EMPTIED = ("parameter list cannot be empty, this might be due to "
            "pre_set_parameters_callback modifying the original parameters list.")
def _result(reason=""):
    from rcl_interfaces.msg import SetParametersResult
    return SetParametersResult(successful=not reason, reason=reason)


def _refusal(callback, given, wanted):
    """Give the reason why what a callback gave is refused, after a warning that says more."""
    name = getattr(callback, "__qualname__", type(callback).__qualname__)
    warnings.warn(f"Callback returned an invalid type, it should return {wanted}: {name}() "
                  f"returned {given!r}; the parameters are not set.", stacklevel=5)
    return "Callback returned an invalid type"


def _checked_callback(callback):
    if not callable(callback):
        raise TypeError(f"Callback must be callable, got {type(callback)}")
    return callback


class NodeParameters:
    """The part of Node that has parameters."""

    PARAM_REL_TOL = 1e-6

    def _init_parameters(self, overrides, allow_undeclared, declare_overrides):
        self._parameters = {}
        self._descriptors = {}
        self._pre_set_parameters_callbacks = []
        self._on_set_parameters_callbacks = []
        self._post_set_parameters_callbacks = []
        self._allow_undeclared_parameters = allow_undeclared
        self._parameter_overrides = {}
        for name, value in self.handle.parameter_overrides():
            self._parameter_overrides[name] = Parameter(name, value=python_value(value))
        self._parameter_overrides.update({one.name: one for one in overrides or ()})
        if declare_overrides:
            self.declare_parameters("", [
                (name, one.value, new_descriptor(dynamic_typing=one.value is None))
                for name, one in self._parameter_overrides.items()], ignore_override=True)

    # ---- declaring ----

    def declare_parameter(self, name, value=None, descriptor=None, ignore_override=False):
        """
        Declare a parameter; give it with the value in force.

        :param value: the default, or a Parameter.Type for one without.
        :param ignore_override: take no value of arguments and files.
        """
        if value is None and descriptor is None:
            declaration = (name,)  # with a warning
        elif descriptor is None:
            declaration = (name, value)
        else:
            declaration = (name, value, descriptor)
        return self.declare_parameters("", [declaration], ignore_override)[0]

    def declare_parameters(self, namespace, parameters, ignore_override=False):
        """
        Declare parameters: tuples of a name, a default or a type, and a descriptor.

        All, or none if one has been declared.
        """
        wanted = [declaration_of(namespace, index, declaration)
                  for index, declaration in enumerate(parameters)]
        declared = [name for name, _, _, _ in wanted if name in self._parameters]
        if declared:
            raise ParameterAlreadyDeclaredException(declared)
        return [self._declare(*one, ignore_override) for one in wanted]

    def _declare(self, name, kind, default, descriptor, ignore_override):
        descriptor.name = name
        if not descriptor.dynamic_typing:
            descriptor.type = kind.value
        value = default
        if not ignore_override and name in self._parameter_overrides:
            value = self._override_of(name, kind, descriptor)
        if value is None or (
                value.type_ is Parameter.Type.NOT_SET and not descriptor.dynamic_typing):
            value = Parameter(name)  # a type without a value
            self._descriptors[name] = descriptor
            self._parameters[name] = value
            return value
        if parameter_checks.why_not_type(value, descriptor):
            raise InvalidParameterTypeException(value, Parameter.Type(descriptor.type).name)
        reason = parameter_checks.why_not_range(value, descriptor)
        result = _result(reason) if reason else self._ask(
            [value], self._on_set_parameters_callbacks)
        if not result.successful:
            raise InvalidParameterValueException(name, value.value, result.reason)
        descriptor.type = value.type_.value
        self._descriptors[name] = descriptor
        self._store([value], declares=True)
        self._tell_of_set([value])
        return value

    def _override_of(self, name, kind, descriptor):
        """Give it; one of [] has no type, and takes the one that is declared."""
        override = self._parameter_overrides[name]
        untyped = override.type_ in (Parameter.Type.NOT_SET, Parameter.Type.BYTE_ARRAY)
        array = kind.value >= Parameter.Type.BYTE_ARRAY.value
        if untyped and array and not override.value and not descriptor.dynamic_typing:
            return Parameter(name, kind, [])
        return override

    def undeclare_parameter(self, name):
        """Forget a parameter."""
        if name not in self._parameters:
            raise ParameterNotDeclaredException(name)
        if self._descriptors[name].read_only:
            raise ParameterImmutableException(name)
        del self._parameters[name]
        del self._descriptors[name]

    def has_parameter(self, name):
        return name in self._parameters

    # ---- reading ----

    def get_parameters(self, names):
        if not all(isinstance(name, str) for name in names):
            raise TypeError("All names must be instances of type str")
        return [self.get_parameter(name) for name in names]

    def get_parameter(self, name):
        """Give a parameter; raise if it is not declared, or has no value yet."""
        if not self.has_parameter(name):
            if self._allow_undeclared_parameters:
                return Parameter(name)
            raise ParameterNotDeclaredException(name)
        parameter = self._parameters[name]
        if parameter.type_ is Parameter.Type.NOT_SET and \
                not self._descriptors[name].dynamic_typing:
            raise ParameterUninitializedException(name)
        return parameter

    def get_parameter_or(self, name, alternative_value=None):
        """Give a parameter; the alternative if it is not declared, or has no value."""
        parameter = self._parameters.get(name)
        if parameter is not None and parameter.type_ is not Parameter.Type.NOT_SET:
            return parameter
        return Parameter(name) if alternative_value is None else alternative_value

    def get_parameter_types(self, names):
        if not all(isinstance(name, str) for name in names):
            raise TypeError("All names must be instances of type str")
        return [self.get_parameter_type(name) for name in names]

    def get_parameter_type(self, name):
        """Give the number of the type."""
        if self.has_parameter(name):
            return self._parameters[name].type_.value
        if self._allow_undeclared_parameters:
            return Parameter.Type.NOT_SET
        raise ParameterNotDeclaredException(name)

    def get_parameters_by_prefix(self, prefix):
        """Give those below a prefix, by the rest of their names."""
        start = prefix + PARAMETER_SEPARATOR_STRING if prefix else ""
        return {name[len(start):]: parameter for name, parameter in self._parameters.items()
                if name.startswith(start)}

    def list_parameters(self, prefixes, depth):
        """Give names below prefixes, at most `depth` dots deeper; 0 is any depth."""
        from rcl_interfaces.msg import ListParametersResult
        if not isinstance(prefixes, list):
            raise TypeError("The prefixes argument must be a list")
        if not all(isinstance(prefix, str) for prefix in prefixes):
            raise TypeError("All prefixes must be instances of type str")
        if not isinstance(depth, int):
            raise TypeError("The depth must be instance of type int")
        if depth < 0:
            raise ValueError("The depth must be greater than or equal to zero")
        names = [name for name in self._parameters if self._is_listed(name, prefixes, depth)]
        found = (name.rpartition(PARAMETER_SEPARATOR_STRING)[0] for name in names)
        return ListParametersResult(
            names=names, prefixes=list(dict.fromkeys(one for one in found if one)))

    @staticmethod
    def _is_listed(name, prefixes, depth):
        if not prefixes:
            return depth == 0 or name.count(PARAMETER_SEPARATOR_STRING) < depth
        for prefix in prefixes:
            if name == prefix:
                return True
            start = prefix + PARAMETER_SEPARATOR_STRING
            if name.startswith(start) and (
                    depth == 0 or name[len(start):].count(PARAMETER_SEPARATOR_STRING) < depth):
                return True
        return False

    # ---- setting ----

    def set_parameters(self, parameter_list):
        """Set each by itself; give a result for each."""
        return [self._set([parameter]) for parameter in self._checked(parameter_list)]

    def set_parameters_atomically(self, parameter_list):
        """Set all or none; give one result."""
        return self._set(self._checked(parameter_list))

    def _checked(self, parameter_list):
        if not all(isinstance(one, Parameter) for one in parameter_list):
            raise TypeError(f"parameter must be instance of type '{Parameter!r}'")
        return parameter_list

    def _set(self, parameters):
        result, stored = self._change(parameters)
        self._tell_of_set(stored)
        return result

    def _set_for_peer(self, parameters):
        """Set all or none; give the result, whatever callbacks of the user raise."""
        try:
            result, stored = self._change(parameters)
        except ParameterNotDeclaredException as error:
            return _result(str(error))
        except Exception as error:
            self._log_raised("while a peer set parameters; none is set")
            return _result(f"{type(error).__name__}: {error}")
        try:
            self._tell_of_set(stored)
        except Exception:
            self._log_raised("after a peer set parameters; they are set")
        return result

    def _log_raised(self, when):
        import traceback  # what starts soon does without it
        self.get_logger().error(f"A callback raised {when}: {traceback.format_exc()}")

    def _change(self, parameters):
        """Give the result, and what was set: nothing if it is refused."""
        if self._pre_set_parameters_callbacks:
            parameters, reason = self._changed_before(parameters)
            if reason:
                return _result(reason), []
        if not self._allow_undeclared_parameters:
            undeclared = [one.name for one in parameters if one.name not in self._parameters]
            if undeclared:
                raise ParameterNotDeclaredException(undeclared)
        for parameter in parameters:
            reason = parameter_checks.why_not(parameter, self._descriptor_of(parameter))
            if reason:
                return _result(reason), []
        result = self._ask(parameters, self._on_set_parameters_callbacks)
        if not result.successful:
            return result, []
        self._store(parameters)
        return result, parameters

    def _changed_before(self, parameters):
        """Give what the first callbacks make of it, or why that cannot be set."""
        changed = []
        for callback in tuple(self._pre_set_parameters_callbacks):
            given = callback(parameters)
            wanted = list(given) if isinstance(given, Iterable) else [None]
            if not all(isinstance(one, Parameter) for one in wanted):
                return [], _refusal(callback, given, "a list of Parameters")
            changed.extend(wanted)
        return changed, "" if changed else _EMPTIED

    def _descriptor_of(self, parameter):
        """Give it; a new one for a parameter that comes with its value."""
        known = self._descriptors.get(parameter.name)
        return new_descriptor(name=parameter.name, dynamic_typing=True) if known is None else known

    @staticmethod
    def _ask(parameters, callbacks):
        answer = type(_result())
        for callback in tuple(callbacks):
            result = callback(parameters)
            if not isinstance(result, answer):
                return _result(_refusal(callback, result, "SetParametersResult"))
            if not result.successful:
                result.reason = str(result.reason)  # users give what they caught, too
                return result
        return _result()

    def _store(self, parameters, declares=False):
        from rcl_interfaces.msg import ParameterEvent
        event = ParameterEvent(node=self.get_fully_qualified_name())
        for parameter in parameters:
            name = parameter.name
            if parameter.type_ is Parameter.Type.NOT_SET and not declares:
                if name in self._parameters:
                    del self._parameters[name]
                    del self._descriptors[name]
                event.deleted_parameters.append(parameter.to_parameter_msg())
                continue
            fresh = name not in self._parameters or \
                self._parameters[name].type_ is Parameter.Type.NOT_SET
            descriptor = self._descriptors[name] = self._descriptor_of(parameter)
            descriptor.type = parameter.type_.value
            self._parameters[name] = parameter
            (event.new_parameters if fresh else event.changed_parameters).append(
                parameter.to_parameter_msg())
        if self._parameter_event_publisher is not None:
            event.stamp = self._clock.now().to_msg()
            self._parameter_event_publisher.publish(event)

    def _tell_of_set(self, parameters):
        if parameters:
            for callback in tuple(self._post_set_parameters_callbacks):
                callback(parameters)

    # ---- callbacks ----

    def add_pre_set_parameters_callback(self, callback):
        """Have it called first: it takes what is to be set, and gives what is set then."""
        self._pre_set_parameters_callbacks.insert(0, _checked_callback(callback))

    def add_on_set_parameters_callback(self, callback):
        """Have it asked: it takes what is to be set, and gives a SetParametersResult."""
        self._on_set_parameters_callbacks.insert(0, _checked_callback(callback))

    def add_post_set_parameters_callback(self, callback):
        """Have it called with what was set."""
        self._post_set_parameters_callbacks.insert(0, _checked_callback(callback))

    def remove_pre_set_parameters_callback(self, callback):
        self._pre_set_parameters_callbacks.remove(callback)

    def remove_on_set_parameters_callback(self, callback):
        self._on_set_parameters_callbacks.remove(callback)

    def remove_post_set_parameters_callback(self, callback):
        self._post_set_parameters_callbacks.remove(callback)

    # ---- descriptors ----

    def describe_parameter(self, name):
        """Give the descriptor."""
        if name in self._descriptors:
            return self._descriptors[name]
        if self._allow_undeclared_parameters:
            return new_descriptor()
        raise ParameterNotDeclaredException(name)

    def describe_parameters(self, names):
        return [self.describe_parameter(name) for name in names]

    def set_descriptor(self, name, descriptor, alternative_value=None):
        """
        Replace the descriptor; give the value.

        :param alternative_value: a ParameterValue, where the present one does not fit.
        """
        if not self.has_parameter(name):
            if not self._allow_undeclared_parameters:
                raise ParameterNotDeclaredException(name)
            return self.get_parameter(name).get_parameter_value()
        if self._descriptors[name].read_only:
            raise ParameterImmutableException(name)
        current = self._parameters[name]
        reason = parameter_checks.why_not_type(current, descriptor) or \
            parameter_checks.why_not_range(current, descriptor)
        if not reason:
            value = current
        elif alternative_value is None:
            raise InvalidParameterValueException(name, current.value, reason)
        else:
            value = self._alternative(name, alternative_value, descriptor)
        self._descriptors[name] = copy.deepcopy(descriptor)
        self._descriptors[name].name = name
        if value is not current:
            self._store([value])
            self._tell_of_set([value])
        return value.get_parameter_value()

    @staticmethod
    def _alternative(name, alternative_value, descriptor):
        from rcl_interfaces.msg import Parameter as Message
        value = Parameter.from_parameter_msg(Message(name=name, value=alternative_value))
        reason = parameter_checks.why_not_type(value, descriptor) or \
            parameter_checks.why_not_range(value, descriptor)
        if reason:
            raise InvalidParameterValueException(name, value.value, reason)
        return value
