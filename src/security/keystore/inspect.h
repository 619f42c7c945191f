// Looks for what is wrong with a keystore, before a process fails or goes on without security.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "security/keystore/keystore.h"
#include "security/keystore/validity.h"

namespace ranvier::security {

enum class Severity {
  kNote,     ///< worth knowing
  kWarning,  ///< it works, and will not do so for ever, or protects less than it seems to
  kError,    ///< a process that uses it fails, or is not protected
};

struct Finding {
  Severity severity;
  std::string words;  ///< file, what is wrong with it, remedy
};

/// What is looked at, and by which measure.
struct Inspection {
  std::uint32_t domain = 0;
  Time now;
  std::chrono::days soon{30};  ///< what ends within this is a warning
  bool is_robot = false;       ///< private/ is an error then, else a note
  bool is_enforced = true;     ///< ROS_SECURITY_STRATEGY is Enforce: else a missing file turns
                               ///< security off
};

/// Of the keystore as a whole: private/ and its modes, the dates of its CAs, its governance.
/// Contract: any thread, reads the disk. What cannot be read is a finding.
std::vector<Finding> inspect_keystore(const Keystore& keystore, const Inspection& how);

/// Of one enclave: its six files, modes, dates, signatures, whose key and CA they are, its domain,
/// whether it was revoked.
std::vector<Finding> inspect_enclave(const Keystore& keystore, const std::string& name,
                                     const Inspection& how);

}  // namespace ranvier::security
