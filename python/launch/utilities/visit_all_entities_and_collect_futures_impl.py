"""The visit of an entity and of all that it gives."""


def visit_all_entities_and_collect_futures(entity, context):
    """Visit it, then what its visit gave, in depth; give pairs (entity, its future)."""
    future = entity.get_asyncio_future()
    futures = []
    for below in entity.visit(context) or []:
        futures += visit_all_entities_and_collect_futures(below, context)
    future = entity.get_asyncio_future() or future
    if future is not None:
        futures.append((entity, future))
    return futures
