"""The error of a launch file that no format can read."""

from launch.places import place_of


class InvalidLaunchFileError(Exception):
    """
    A launch file could not be loaded.

    :param extension: the ending of the file, without the dot.
    :param likely_errors: what was raised, the most likely one first.
    """

    def __init__(self, extension="", *, likely_errors=None):
        self._extension = extension
        self._likely_errors = list(likely_errors or [])
        self._message = self.__text()
        super().__init__(self._message)

    def __text(self):
        if not self._extension or not self._likely_errors:
            return "The launch file may have a syntax error, or its format is unknown"
        if len(self._likely_errors) == 1:
            words = f"Caught exception when trying to load file of format [{self._extension}]: "
            return words + self.__one(self._likely_errors[0])
        words = "Caught multiple exceptions when trying to load file of format "
        lines = "".join(f"\n - {self.__one(error)}" for error in self._likely_errors)
        return f"{words}[{self._extension}]:{lines}"

    @staticmethod
    def __one(error):
        return f"{type(error).__name__}: {error}{place_of(error)}"

    def __str__(self):
        return self._message
