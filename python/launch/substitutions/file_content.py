"""What a file has in it."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("file-content")
class FileContent(Substitution):
    """Gives the text of a file."""

    def __init__(self, path):
        self.__path = normalize_to_list_of_substitutions(path)

    @classmethod
    def parse(cls, data):
        check_count("file-content", data, 1, 1)
        return cls, {"path": data[0]}

    @property
    def path(self):
        return self.__path

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"FileContent({format_substitutions(self.path)})"

    def perform(self, context):
        path = text_of(context, self.path)
        try:
            with open(path) as file:
                return file.read()
        except FileNotFoundError as error:
            raise SubstitutionFailure(f"File not found: '{path}'") from error
        except (OSError, UnicodeDecodeError) as error:
            raise SubstitutionFailure(f"Failed to open file '{path}': {error}") from error
