"""YAML of users: PyYAML's safe reader, which says where a text is nested too deep.

PyYAML calls itself for each level, until Python ends that with a RecursionError without a place.
"""
import functools

MOST_LEVELS = 100  # of lists and maps within each other


@functools.lru_cache(maxsize=None)
def loader():
    """Give the class for yaml.load(), made at the first call: importing yaml takes a while."""
    import yaml

    class Loader(yaml.SafeLoader):
        def __init__(self, stream):
            super().__init__(stream)
            self._levels = 0
            self._open = []  # anchors of what is being read

        def compose_node(self, parent, index):
            event = self.peek_event()
            anchor = getattr(event, "anchor", None)
            if isinstance(event, yaml.AliasEvent):
                if anchor in self._open:
                    raise self._refused(f"'*{anchor}' stands for what it stands in", event)
                return super().compose_node(parent, index)
            if self._levels == MOST_LEVELS:
                raise self._refused(
                    f"more than {MOST_LEVELS} lists and maps within each other", event)
            self._levels += 1
            self._open.append(anchor)
            try:
                return super().compose_node(parent, index)
            finally:
                self._levels -= 1
                self._open.pop()

        @staticmethod
        def _refused(problem, event):
            return yaml.composer.ComposerError(None, None, problem, event.start_mark)

    return Loader


def load(source):
    """Give the value of a text or an open file. Raises yaml.YAMLError, which names the place."""
    import yaml
    return yaml.load(source, loader())
