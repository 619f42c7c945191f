"""The visit of an entity and of all that it gives."""
import collections.abc

from launch import places


def entities_of(given, who):
    """
    Give a list of the launch entities that somebody gave: one, an iterable of them, or None.

    None among them is left out. Raises RuntimeError that names who gave anything else.
    """
    if given is None:
        return []
    entities = [given]
    if not hasattr(given, "visit") and isinstance(given, collections.abc.Iterable) and \
            not isinstance(given, (str, bytes)):
        entities = [one for one in given if one is not None]
    for one in entities:
        if not hasattr(one, "visit"):
            raise RuntimeError(
                f"expected a LaunchDescriptionEntity from {who}, got '{one}': give an action, a "
                "list of actions, or None")
    return entities


def name_of(entity):
    """Give what an entity is called in its launch file."""
    return getattr(entity, "_launch_element", type(entity).__name__)


def visit_all_entities_and_collect_futures(entity, context):
    """Visit it, then what its visit gave, in depth; give pairs (entity, its future)."""
    future = entity.get_asyncio_future()
    futures = []
    try:
        for below in entities_of(entity.visit(context), f"'{name_of(entity)}'"):
            futures += visit_all_entities_and_collect_futures(below, context)
    except Exception as error:
        places.note_in_file(error, context, name_of(entity))
        raise
    future = entity.get_asyncio_future() or future
    if future is not None:
        futures.append((entity, future))
    return futures
