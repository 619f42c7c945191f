// Calls of services and goals of actions: as JSON, and as text.
#pragma once

#include "analysis/trace_model/model.h"
#include "data.h"

namespace ranvier::apps {

/// One entry for each client and service that are matched.
[[nodiscard]] Json services_data(const trace_model::Model& model);

/// One entry for each action and status.
[[nodiscard]] Json goals_data(const trace_model::Model& model);

/// Prints both, if there are any.
void print_services(const trace_model::Model& model);

}  // namespace ranvier::apps
