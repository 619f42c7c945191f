"""A name that nothing else has."""
import os

from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("anon")
class AnonName(Substitution):
    """Gives name_host_pid_number; the same for the same name within a launch."""

    def __init__(self, name):
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, data):
        check_count("anon", data, 1, 1)
        return cls, {"name": data[0]}

    @property
    def name(self):
        return self.__name

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"AnonName({format_substitutions(self.name)})"

    def perform(self, context):
        name = text_of(context, self.name)
        names = context.launch_configurations
        key = "anon" + name
        if key not in names:
            import random
            import socket
            host = socket.gethostname().replace(".", "_").replace("-", "_").replace(":", "_")
            names[key] = f"{name}_{host}_{os.getpid()}_{random.randint(0, 2 ** 63)}"
        return names[key]
