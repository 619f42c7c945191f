// A keystore for a run, and the environment in which both sides join with it.
#pragma once

#include <string>

#include "bench/runner/process.h"
#include "bench/runner/scratch.h"

namespace ranvier::bench {

/// What a governance protects. Discovery is encrypted by each.
enum class Protection {
  kData,   ///< the payload is encrypted; packets and submessages are not even signed
  kSros2,  ///< as SROS 2 writes it: payload and submessages are encrypted, packets are signed
};

/// A keystore with one enclave, for one domain; gone at the end.
///
/// Threads: one. Errors: std::runtime_error says what the keystore's room says.
class Keys final {
 public:
  /// @param network  what loopback_environment() gave
  Keys(Protection protection, Environment network);
  /// The network's, and the variables of ROS 2 that name the enclave.
  [[nodiscard]] const Environment& environment() const { return environment_; }

 private:
  const ScratchFolder folder_;
  Environment environment_;
};

}  // namespace ranvier::bench
