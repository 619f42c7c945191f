// The services by which peers see and set the parameters of a node.
#pragma once

#include <vector>

#include "ranvier/proto/param/store.h"
#include "ranvier/proto/serve.h"

namespace ranvier::param {

/// ~/get_parameters, get_parameter_types, set_parameters, set_parameters_atomically,
/// describe_parameters and list_parameters of `store`, which must outlive them.
std::vector<NodeService> services(Store& store);

}  // namespace ranvier::param
