// An error of Cyclone as ours.
#pragma once

#include <dds/dds.h>

#include <string>

#include "ranvier/route/network.h"

namespace ranvier::cyclone {

/// `what` names the object and what it wanted; Cyclone's reason is added.
inline Error dds_error(dds_return_t code, const std::string& what) {
  const bool denied = code == DDS_RETCODE_NOT_ALLOWED_BY_SECURITY;
  return Error{denied ? kDenied : Code::kWorld,
               what + ": Cyclone DDS says '" + dds_strretcode(code) + "'."};
}

}  // namespace ranvier::cyclone
