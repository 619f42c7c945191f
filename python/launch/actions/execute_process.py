"""A process, by its command."""
from typing import List

from launch.actions.execute_local import ExecuteLocal
from launch.actions.shutdown_action import Shutdown
from launch.command_line import split_command_line
from launch.descriptions.executable import Executable
from launch.frontend.entity import Entity
from launch.frontend.expose import expose_action

_TYPED = {"respawn": bool, "respawn_max_retries": int, "respawn_delay": float, "shell": bool,
          "emulate_tty": bool, "sigkill_timeout": float, "sigterm_timeout": float, "output": str}
_TEXTS = {"cwd": "cwd", "name": "name", "launch-prefix": "prefix"}


@expose_action("executable")
class ExecuteProcess(ExecuteLocal):
    """Runs a command; see Executable and ExecuteLocal for the arguments."""

    def __init__(self, *, cmd, prefix=None, name=None, cwd=None, env=None, additional_env=None,
                 **kwargs):
        executable = Executable(cmd=cmd, prefix=prefix, name=name, cwd=cwd, env=env,
                                additional_env=additional_env)
        super().__init__(process_description=executable, **kwargs)

    @classmethod
    def _parse_cmdline(cls, cmd, parser):
        """Give the words of a command line, each as a list of substitutions."""
        return split_command_line(parser.parse_substitution(cmd))

    @classmethod
    def parse(cls, entity, parser, ignore=None):
        """Give the arguments that an entity stands for, but for those of 'ignore'."""
        _, kwargs = super().parse(entity, parser)
        ignore = set(ignore or [])
        for name, argument in _TEXTS.items():
            value = None if name in ignore else entity.get_attr(name, optional=True)
            if value is not None:
                kwargs[argument] = parser.parse_substitution(value)
        for name, data_type in _TYPED.items():
            value = None if name in ignore else entity.get_attr(
                name, data_type=data_type, optional=True)
            if value is not None:
                kwargs[name] = parser.parse_if_substitutions(value)
        if isinstance(kwargs.get("shell"), list):
            raise ValueError("Attribute 'shell' cannot be a substitution: give true or false")
        if "on_exit" not in ignore:
            cls.__parse_on_exit(entity, kwargs)
        if "env" not in ignore:
            cls.__parse_env(entity, parser, kwargs)
        if "cmd" not in ignore:
            kwargs["cmd"] = split_command_line(
                parser.parse_substitution(entity.get_attr("cmd")),
                keep_quotes=kwargs.get("shell", False))
        return cls, kwargs

    @staticmethod
    def __parse_on_exit(entity, kwargs):
        on_exit = entity.get_attr("on_exit", optional=True)
        if on_exit is None:
            return
        if on_exit != "shutdown":
            raise ValueError(
                f"Attribute on_exit of Entity {entity.type_name} expected to be shutdown but "
                f"got `{on_exit}`")
        kwargs["on_exit"] = [Shutdown()]

    @staticmethod
    def __parse_env(entity, parser, kwargs):
        variables = entity.get_attr("env", data_type=List[Entity], optional=True)
        if variables is None:
            return
        kwargs["additional_env"] = {}
        for one in variables:
            name = tuple(parser.parse_substitution(one.get_attr("name")))
            kwargs["additional_env"][name] = parser.parse_substitution(one.get_attr("value"))
            one.assert_entity_completely_parsed()

    @property
    def name(self):
        """The final name if it is known, else what was given."""
        description = self.process_description
        return description.name if description.final_name is None else description.final_name

    @property
    def cmd(self):
        description = self.process_description
        return description.cmd if description.final_cmd is None else description.final_cmd

    @property
    def cwd(self):
        description = self.process_description
        return description.cwd if description.final_cwd is None else description.final_cwd

    @property
    def env(self):
        description = self.process_description
        return description.env if description.final_env is None else description.final_env

    @property
    def additional_env(self):
        return self.process_description.additional_env
