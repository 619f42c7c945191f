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
        if patient and not status:
            status = spin_while_there(node, future, clients[name].service_is_ready)
    responses = {name: futures[name].result() if name in futures and futures[name].done()
                 else None for name in requests}
    for client in clients.values():
        node.destroy_client(client)
    if status:
        from rclpy.executors import ExternalShutdownException
        raise ExternalShutdownException()
    return responses


def spin_while_there(node, future, is_there, end=None):
    """
    Wait for an answer as long as who gives it is there.

    :param end: the time of the steady clock, in seconds, at which the wait is over.
    :return: the status of spin(). The future is not done then if nobody is there any more, or
        the time is over.
    """
    from ros2cli.spin import spin
    status, left = 0, _BETWEEN_LOOKS_S
    while not status and not future.done() and left > 0 and is_there():
        status = spin(node, future, min(left, _BETWEEN_LOOKS_S))
        left = _BETWEEN_LOOKS_S if end is None else end - time.monotonic()
    return status


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
