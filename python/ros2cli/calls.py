"""Calling services of nodes that the graph shows."""
import time

LIMIT_S = 5.0
_BETWEEN_LOOKS_S = 0.5  # for a service that has gone


def call_all(node, kind, requests, limit_s=LIMIT_S, patient=False):
    """
    Send several requests at once, and wait for all answers.

    :param requests: name of a service -> its request.
    :param patient: the limit is for finding a service; its answer, of what changes something, is
        waited for as long as the service is there.
    :return: name of a service -> its response; None where none came in time.
    """
    from ros2cli.spin import spin
    clients = {name: node.create_client(kind, name) for name in requests}
    end = time.monotonic() + limit_s
    futures = {}
    for name, client in clients.items():
        if client.wait_for_service(max(0.0, end - time.monotonic())):
            futures[name] = client.call_async(requests[name])
    status = 0
    for name, future in futures.items():
        status = status or spin(node, future, max(0.0, end - time.monotonic()))
        while patient and not status and not future.done() and clients[name].service_is_ready():
            status = spin(node, future, _BETWEEN_LOOKS_S)
    responses = {name: futures[name].result() if name in futures and futures[name].done()
                 else None for name in requests}
    for client in clients.values():
        node.destroy_client(client)
    if status:
        from rclpy.executors import ExternalShutdownException
        raise ExternalShutdownException()
    return responses


def call(node, kind, name, request, limit_s=LIMIT_S, patient=False):
    """Send one request as call_all() does; RuntimeError if no answer comes."""
    response = call_all(node, kind, {name: request}, limit_s, patient)[name]
    if response is None and patient:
        raise RuntimeError(f"The service '{name}' was not there within {limit_s:g} s, or has gone "
                           "before it answered. Look at its node.")
    if response is None:
        raise RuntimeError(f"The service '{name}' did not answer within {limit_s:g} s. Look "
                           "whether its node hangs.")
    return response
