# Puts this prefix into the environment of a zsh: source it, from anywhere.
# The prefix is where this file lies, so it may be moved as a whole.
AMENT_CURRENT_PREFIX=${0:A:h}
emulate sh -c ". \"\$AMENT_CURRENT_PREFIX/local_setup.sh\""
