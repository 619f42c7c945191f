#include "ranvier/run/no_waiting.h"

namespace ranvier {

constinit thread_local unsigned NoWaiting::depth_ = 0;

}  // namespace ranvier
