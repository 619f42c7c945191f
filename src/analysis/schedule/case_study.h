// The case study of PiCAS's public code ("case study III, overloaded"): 12 chains, 31 callbacks,
// four CPUs, with the placement that it publishes. Costs and periods are its figures.
#pragma once

#include "analysis/schedule/task_set.h"

namespace ranvier::schedule {

TaskSet case_study();
Placement case_study_placement();

}  // namespace ranvier::schedule
