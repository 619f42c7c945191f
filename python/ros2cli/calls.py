"""Calling services of nodes that the graph shows."""
import time

LIMIT_S = 5.0


def call_all(node, kind, requests, limit_s=LIMIT_S):
    """
    Send several requests at once, and wait for all answers.

    :param requests: name of a service -> its request.
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
    for future in futures.values():
        status = status or spin(node, future, max(0.0, end - time.monotonic()))
    responses = {name: futures[name].result() if name in futures and futures[name].done()
                 else None for name in requests}
    for client in clients.values():
        node.destroy_client(client)
    if status:
        from rclpy.executors import ExternalShutdownException
        raise ExternalShutdownException()
    return responses


def call(node, kind, name, request, limit_s=LIMIT_S):
    """Send one request; RuntimeError if no answer comes in time."""
    response = call_all(node, kind, {name: request}, limit_s)[name]
    if response is None:
        raise RuntimeError(f"The service '{name}' did not answer within {limit_s:g} s. Look "
                           "whether its node hangs.")
    return response
