#include "commands.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include "security/keystore/file.h"
#include "security/keystore/inspect.h"
#include "security/keystore/keystore.h"
#include "security/keystore/policy.h"

namespace ranvier::security {
namespace {

namespace fs = std::filesystem;
using Done = Result<bool>;

Done finished(const Result<void>& done) {
  if (!done) return done.error();
  return true;
}

Result<std::uint32_t> domain_here() {
  const char* value = std::getenv("ROS_DOMAIN_ID");
  const std::string text = value != nullptr ? value : "";
  if (text.empty()) return 0u;
  std::uint32_t domain = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), domain);
  if (error == std::errc() && end == text.data() + text.size() && domain <= 232) return domain;
  return Error{Code::kInvalidArgument, "ROS_DOMAIN_ID='" + text +
                                           "' is no number from 0 to 232: the files would be "
                                           "for a domain that nobody has. Set or unset it."};
}

Result<Making> making_of(const Options& options) {
  const auto domain = domain_here();
  if (!domain) return domain.error();
  Making making{*domain, std::nullopt};
  if (options.expires.empty()) return making;
  making.not_after = read_time(options.expires);
  if (!making.not_after) {
    return Error{Code::kInvalidArgument, "--expires '" + options.expires +
                                             "' is no date as 2027-01-31 or 2027-01-31T12:00:00."};
  }
  return making;
}

Result<fs::path> root_of(const Options& options) {
  if (!options.root.empty()) return fs::path(options.root);
  const char* value = std::getenv("ROS_SECURITY_KEYSTORE");
  if (value != nullptr && *value != '\0') return fs::path(value);
  return Error{Code::kInvalidArgument,
               "No keystore is named: give its folder, or set ROS_SECURITY_KEYSTORE."};
}

Done create_keystore(const Options& options, const Making& making) {
  const auto done = Keystore(options.root).create(making);
  if (done) std::printf("creating keystore: %s\n", options.root.c_str());
  return finished(done);
}

Done create_enclave(const Options& options, const Making& making) {
  return finished(Keystore(options.root).create_enclave(options.enclave, making));
}

Done create_permission(const Options& options, const Making& making) {
  const auto policy = read_policy(options.policy);
  if (!policy) return policy.error();
  return finished(Keystore(options.root).create_permissions(options.enclave, *policy, making));
}

Done create_all(Keystore& keystore, const Options& options, const Policy& policy,
                const Making& making) {
  for (const std::string& name : options.enclaves) {
    if (const auto done = keystore.create_enclave(name, making); !done) return done.error();
  }
  for (const PolicyEnclave& enclave : policy) {
    if (const auto done = keystore.create_enclave(enclave.path, making); !done) {
      return done.error();
    }
    if (const auto done = keystore.create_permissions(enclave.path, policy, making); !done) {
      return done.error();
    }
  }
  return true;
}

Done generate_artifacts(const Options& options, const Making& making) {
  const auto root = root_of(options);
  if (!root) return root.error();
  Policy policy;  // read before anything is made
  for (const std::string& file : options.policies) {
    const auto one = read_policy(file);
    if (!one) return one.error();
    add_policy(policy, *one);
  }
  Keystore keystore(*root);
  if (!keystore.is_valid()) {
    if (const auto done = keystore.create(making); !done) return done.error();
  }
  return create_all(keystore, options, policy, making);
}

Done list_enclaves(const Options& options, const Making&) {
  std::error_code error;
  if (!fs::is_directory(fs::path(options.root) / "enclaves", error)) {
    return Error{Code::kNotFound, "'" + options.root + "' is no keystore: it has no enclaves/."};
  }
  for (const std::string& name : Keystore(options.root).enclaves()) std::puts(name.c_str());
  return true;
}

Done rotate_enclave(const Options& options, const Making& making) {
  return finished(Keystore(options.root).rotate_enclave(options.enclave, options.revokes, making));
}

Done revoke_enclave(const Options& options, const Making&) {
  return finished(Keystore(options.root).revoke_enclave(options.enclave));
}

Result<Policy> read_one(const std::string& file) {
  if (file != "-") return read_policy(file);
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  return read_policy_text(text, "standard input");
}

Done merge(const Options& options, const Making&) {
  Policy policy;
  for (const std::string& file : options.policies) {
    const auto one = read_one(file);
    if (!one) return one.error();
    add_policy(policy, *one);
  }
  if (!options.enclave.empty()) {
    if (const auto checked = check_enclave_name(options.enclave); !checked) return checked.error();
    const auto one = gather(policy, options.from, options.enclave);
    if (!one) return one.error();
    policy = {*one};
  }
  const std::string text = policy_text(policy);
  if (options.out != "-") return finished(write_file(options.out, text, Readers::kByUmask));
  std::fputs(text.c_str(), stdout);
  return true;
}

// The strategy counts only if it is exactly that, as for a process.
bool is_variable(const char* name, std::string_view value) {
  const char* given = std::getenv(name);
  return given != nullptr && given == value;
}

// How the environment asks for security, if it does so in vain.
std::vector<Finding> inspect_environment() {
  std::vector<Finding> found;
  if (!is_variable("ROS_SECURITY_ENABLE", "true")) {
    found.push_back({Severity::kNote,
                     "ROS_SECURITY_ENABLE is not 'true' here: what is started here has no "
                     "security."});
  } else if (!is_variable("ROS_SECURITY_STRATEGY", "Enforce")) {
    found.push_back({Severity::kWarning,
                     "ROS_SECURITY_STRATEGY is not 'Enforce': a process whose files are missing "
                     "runs without security. Set it to 'Enforce'."});
  }
  return found;
}

const char* word_of(Severity severity) {
  switch (severity) {
    case Severity::kNote: return "note";
    case Severity::kWarning: return "warning";
    case Severity::kError: return "error";
  }
  return "";
}

bool print(const std::vector<Finding>& found) {
  bool good = true;
  for (const Finding& one : found) {
    std::printf("%s: %s\n", word_of(one.severity), one.words.c_str());
    good = good && one.severity != Severity::kError;
  }
  return good;
}

Done inspect(const Options& options, const Making& making) {
  const auto root = root_of(options);
  if (!root) return root.error();
  const Keystore keystore(*root);
  const Inspection how{making.domain, now(), std::chrono::days(options.days), options.on_robot,
                       is_variable("ROS_SECURITY_STRATEGY", "Enforce")};
  bool good = print(inspect_environment());
  good = print(inspect_keystore(keystore, how)) && good;
  const auto names = options.enclaves.empty() ? keystore.enclaves() : options.enclaves;
  for (const std::string& name : names) {
    if (const auto checked = check_enclave_name(name); !checked) return checked.error();
    good = print(inspect_enclave(keystore, name, how)) && good;
  }
  std::printf("%zu enclaves of '%s' were looked at, for domain %u: %s\n", names.size(),
              root->c_str(), making.domain, good ? "no errors" : "errors");
  return good;
}

using Command = Done (*)(const Options&, const Making&);
const std::map<std::string, Command>& commands() {
  static const std::map<std::string, Command> all = {
      {"create_keystore", create_keystore},
      {"create_enclave", create_enclave},
      {"create_permission", create_permission},
      {"generate_artifacts", generate_artifacts},
      {"list_enclaves", list_enclaves},
      {"rotate_enclave", rotate_enclave},
      {"revoke_enclave", revoke_enclave},
      {"merge", merge},
      {"inspect", inspect},
  };
  return all;
}

}  // namespace

Result<bool> run(const Options& options) {
  const auto making = making_of(options);
  if (!making) return making.error();
  return commands().at(options.verb)(options, *making);
}

}  // namespace ranvier::security
