// The security of a context, as the environment asks for it: as SROS 2 has it.
//
// The variables, the look-up and the outcome of each case are those of rcl, so that a keystore
// and a launch file mean here what they mean there. Where rcl goes on without security or fails
// without a word, one line says so.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/route/network.h"

namespace ranvier {

/// The enclave folder of ROS_SECURITY_KEYSTORE for a context of that enclave, if
/// ROS_SECURITY_ENABLE is 'true' to the letter. ROS_SECURITY_ENCLAVE_OVERRIDE replaces the enclave
/// for this look-up alone. None: the context is unsecured.
///
/// Fails if that folder is not there or lacks one of the six files, and ROS_SECURITY_STRATEGY is
/// 'Enforce' to the letter. With any other strategy it warns once in a process for each text, and
/// the context is unsecured.
/// Contract: any thread; reads the environment, and files only if security is asked for.
Result<std::optional<SecurityFiles>> security_of_environment(
    const std::string& enclave, const std::function<void(const std::string&)>& warn);

}  // namespace ranvier
