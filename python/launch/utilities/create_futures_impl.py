"""Futures of a loop that may not be known yet."""
import asyncio


def create_future(loop):
    """Give a future of this loop, or of the running one."""
    return (loop or asyncio.get_running_loop()).create_future()
