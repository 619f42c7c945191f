"""Events of the kernel: what this machine lets this user see."""
import os

PLACES = ("/sys/kernel/tracing", "/sys/kernel/debug/tracing")


def why_not():
    """Why kernel events cannot be recorded here, with the remedy; None if they could be."""
    for place in PLACES:
        try:
            if "events" in os.listdir(place):
                return None if os.access(os.path.join(place, "trace"), os.W_OK) else (
                    f"'{place}' is not open to this user. Run as root, or let root give it: "
                    f"chgrp -R <group> {place} && chmod -R g+rwX {place}")
        except PermissionError:
            return f"'{place}' is not open to this user. Run as root, or leave out -k."
        except OSError:
            continue
    return (f"tracefs is not mounted on '{PLACES[0]}', as in most containers. As root: "
            f"mount -t tracefs nodev {PLACES[0]}; or leave out -k.")
