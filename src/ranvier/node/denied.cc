#include "ranvier/node/denied.h"

#include "ranvier/node/log.h"

namespace ranvier {

void warn_that_node_goes_without(const std::string& refusal) {
  log_text(logger("ranvier"), kWarn, {}, refusal + " The node goes on without it.");
}

}  // namespace ranvier
