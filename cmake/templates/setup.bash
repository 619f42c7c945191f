# Puts this prefix into the environment of a bash: source it, from anywhere.
# The prefix is where this file lies, so it may be moved as a whole.
AMENT_CURRENT_PREFIX=$(cd "$(dirname "${BASH_SOURCE[0]}")" > /dev/null && pwd)
. "$AMENT_CURRENT_PREFIX/local_setup.sh"
