"""A program, its arguments, its folder and its environment."""
import collections.abc
import os
import re
import shlex
import threading

from launch.substitutions import LaunchConfiguration
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch.utilities.listed import listed

_counter_lock = threading.Lock()
_counter = 0


def _next_number():
    global _counter
    with _counter_lock:
        _counter += 1
        return _counter


def _pairs(values, name):
    if values is None:
        return None
    if not isinstance(values, collections.abc.Mapping):
        raise TypeError(f"{name}={values!r}: expected a dictionary")
    return [(normalize_to_list_of_substitutions(name), normalize_to_list_of_substitutions(value))
            for name, value in values.items()]


def _optional(value):
    return None if value is None else normalize_to_list_of_substitutions(value)


class Executable:
    """
    A command.

    :param cmd: a list; each item is a text, a substitution, or a list of them.
    :param prefix: what stands before it, split by shell rules; None: the launch configuration
        'launch-prefix', for commands that 'launch-prefix-filter' matches.
    :param name: of the process; None: that of the program.
    :param env: the whole environment; None: that of the launch.
    :param additional_env: variables that are added.
    :param arguments: added to cmd.
    """

    def __init__(self, *, cmd, prefix=None, name=None, cwd=None, env=None, additional_env=None,
                 arguments=None):
        self.__cmd = [normalize_to_list_of_substitutions(part) for part in listed(cmd, "cmd")]
        self.__cmd += [normalize_to_list_of_substitutions(part)
                       for part in listed(arguments or (), "arguments")]
        self.__arguments = arguments
        self.__own_prefix = prefix is not None
        self.__prefix = normalize_to_list_of_substitutions(
            LaunchConfiguration("launch-prefix", default="") if prefix is None else prefix)
        self.__prefix_filter = normalize_to_list_of_substitutions(
            LaunchConfiguration("launch-prefix-filter", default=""))
        self.__name = _optional(name)
        self.__cwd = _optional(cwd)
        self.__env = _pairs(env, "env")
        self.__additional_env = _pairs(additional_env, "additional_env")
        self.__final_name = None
        self.__final_cmd = None
        self.__final_cwd = None
        self.__final_env = None

    @property
    def name(self):
        return self.__name

    @property
    def prefix(self):
        return self.__prefix

    @property
    def has_own_prefix(self):
        """Whether a prefix was given to it, and not by the configuration."""
        return self.__own_prefix

    @property
    def cmd(self):
        return self.__cmd

    @property
    def cwd(self):
        return self.__cwd

    @property
    def env(self):
        return self.__env

    @property
    def additional_env(self):
        return self.__additional_env

    @property
    def arguments(self):
        return self.__arguments

    @property
    def final_name(self):
        return self.__final_name

    @property
    def final_cmd(self):
        return self.__final_cmd

    @property
    def final_cwd(self):
        return self.__final_cwd

    @property
    def final_env(self):
        return self.__final_env

    def prepare(self, context, action):
        """Perform all substitutions; the final_* properties have the texts then."""
        cmd = [perform_substitutions(context, part) for part in self.__cmd]
        cmd = shlex.split(self.__prefix_for(context, cmd)) + cmd
        self.__final_cmd = cmd
        name = os.path.basename(cmd[0]) if cmd else ""
        if self.__name is not None:
            name = perform_substitutions(context, self.__name)
        self.__final_name = f"{name}-{_next_number()}"
        if self.__cwd is not None:
            self.__final_cwd = perform_substitutions(context, self.__cwd)
        self.__prepare_environment(context)

    def __prefix_for(self, context, cmd):
        prefix = perform_substitutions(context, self.__prefix)
        if self.__own_prefix or not prefix:
            return prefix
        pattern = perform_substitutions(context, self.__prefix_filter)
        program = os.path.basename(cmd[0]) if cmd else ""
        return prefix if not pattern or re.match(pattern, program) else ""

    def __prepare_environment(self, context):
        def performed(pairs):
            return {perform_substitutions(context, name): perform_substitutions(context, value)
                    for name, value in pairs}
        if self.__env is None and self.__additional_env is None:
            return
        env = dict(context.environment) if self.__env is None else performed(self.__env)
        env.update(performed(self.__additional_env or []))
        self.__final_env = env
