// What governance and permissions have in common. Of this room alone.
#pragma once

#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "security/keystore/domains.h"
#include "security/keystore/xml.h"

namespace ranvier::security {

/// "<file>:<line>: <words>".
Error fault_at(const xmlNode& element, const std::string& words);

/// The only element `<name>` of `element`, or an error that says that it is missing.
Result<const xmlNode*> needed_child(const xmlNode& element, std::string_view name);

/// <domains>: <id>, <id_range> with <min> and <max>; without a bound there is none.
Result<std::vector<DomainRange>> read_domains(const xmlNode& element);

/// "true" or "1", "false" or "0".
Result<bool> read_flag(const xmlNode& element, std::string_view name);

}  // namespace ranvier::security
