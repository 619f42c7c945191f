"""Whether an action is done."""


class Condition:
    """
    Something that is true or false in a context.

    :param predicate: a function of the context.
    """

    def __init__(self, *, predicate=None):
        self.__predicate = predicate
        self.__last = None

    def _predicate(self, context):
        return False

    def describe(self):
        return f"Condition({self.__predicate!r})"

    def evaluate(self, context):
        predicate = self.__predicate or self._predicate
        self.__last = predicate(context)
        return self.__last
