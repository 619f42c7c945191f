"""What a command prints."""
import shlex
import subprocess

from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("command")
class Command(Substitution):
    """
    Gives what a command prints to its standard output.

    :param on_stderr: what is done if it prints to standard error: 'fail', 'ignore', 'warn', or
        'capture', which adds it to the text.

    A status that is not 0 is a SubstitutionFailure. There is no shell.
    """

    def __init__(self, command, *, on_stderr="fail"):
        self.__command = normalize_to_list_of_substitutions(command)
        self.__on_stderr = normalize_to_list_of_substitutions(on_stderr)

    @classmethod
    def parse(cls, data):
        check_count("command", data, 1, 2)
        return cls, dict(zip(("command", "on_stderr"), data))

    @property
    def command(self):
        return self.__command

    @property
    def on_stderr(self):
        return self.__on_stderr

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"Command({format_substitutions(self.command)})"

    def perform(self, context):
        command = text_of(context, self.command)
        mode = text_of(context, self.on_stderr)
        if mode not in ("fail", "ignore", "warn", "capture"):
            raise SubstitutionFailure(
                f"expected 'on_stderr' to be one of ['fail', 'ignore', 'warn', 'capture'], got "
                f"'{mode}'")
        result = self.__run(command, mode)
        if result.returncode != 0:
            said = f"\nCaptured stderr output:\n{result.stderr}" if result.stderr else ""
            raise SubstitutionFailure(f"executed command failed. Command: {command}{said}")
        if result.stderr:
            self.__judge_stderr(command, mode, result.stderr)
        return result.stdout

    @staticmethod
    def __run(command, mode):
        stderr = subprocess.STDOUT if mode == "capture" else subprocess.PIPE
        try:
            return subprocess.run(
                shlex.split(command), stdout=subprocess.PIPE, stderr=stderr, text=True)
        except FileNotFoundError as error:
            raise SubstitutionFailure(f"file not found: {error}") from error
        except (OSError, ValueError) as error:
            raise SubstitutionFailure(
                f"command '{command}' cannot be executed: {error}") from error

    @staticmethod
    def __judge_stderr(command, mode, text):
        words = f"executed command showed stderr output. Command: {command}\n" \
                f"Captured stderr output:\n{text}"
        if mode == "fail":
            raise SubstitutionFailure(words)
        if mode == "warn":
            import launch.logging
            launch.logging.get_logger("launch.substitutions.command").warning(words)
