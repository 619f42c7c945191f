#include "ranvier/assemble/security.h"

#include <filesystem>
#include <system_error>

#include "ranvier/assemble/environment.h"
#include "ranvier/assemble/once.h"

namespace ranvier {
namespace {

namespace fs = std::filesystem;
using Outcome = Result<std::optional<SecurityFiles>>;

// Links are followed: three of them are links in a keystore.
constexpr const char* kNeeded[] = {"identity_ca.cert.pem",    "cert.pem",       "key.pem",
                                   "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"};

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string missing_files(const SecurityFiles& files) {
  std::string missing;
  for (const char* name : kNeeded) {
    if (is_file(files.path(name))) continue;
    missing += (missing.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  return missing;
}

// Security that is asked for and cannot be had: an error, or a line and no security.
class Asked final {
 public:
  explicit Asked(const std::function<void(const std::string&)>& warn) : warn_(warn) {}

  Outcome otherwise(const std::string& why) const {
    if (strategy_ != "Enforce") return goes_without(why);
    return Error{Code::kWorld, "SECURITY ERROR: " + why +
                                   " ROS_SECURITY_STRATEGY='Enforce' rules out to run without "
                                   "security."};
  }

 private:
  Outcome goes_without(const std::string& why) const {
    static auto& told = *new Once;  // contexts may be made by static objects
    told.tell(
        "This process runs without security: what it sends is neither encrypted nor signed, "
        "and anybody can send to it. " +
            why + " ROS_SECURITY_STRATEGY='" + strategy_ +
            "' allows that. Set it to 'Enforce' to have it refused, or unset "
            "ROS_SECURITY_ENABLE.",
        warn_);
    return Outcome(std::nullopt);
  }

  const std::string strategy_ = variable("ROS_SECURITY_STRATEGY");
  const std::function<void(const std::string&)>& warn_;
};

SecurityFiles files_of(const std::string& keystore, const std::string& enclave) {
  SecurityFiles files;
  files.enclave = enclave;
  files.folder = keystore + "/enclaves" + (enclave == "/" ? "" : enclave);
  files.revokes = is_file(files.path("crl.pem"));
  return files;
}

Outcome whole(const Asked& asked, SecurityFiles files) {
  if (const std::string missing = missing_files(files); !missing.empty()) {
    const std::string why = "couldn't find all security files! In '" + files.folder +
                            "' there is no " + missing +
                            ". Make them with `ros2 security create_enclave`.";
    return asked.otherwise(why);
  }
  log_text(logger("rcl"), kInfo, {}, "Found security directory: " + files.folder);
  return Outcome(std::move(files));
}

}  // namespace

Result<std::optional<SecurityFiles>> security_of_environment(
    const std::string& enclave, const std::function<void(const std::string&)>& warn) {
  if (variable("ROS_SECURITY_ENABLE") != "true") return Outcome(std::nullopt);
  const Asked asked(warn);
  const std::string keystore = variable("ROS_SECURITY_KEYSTORE");
  if (keystore.empty()) {
    return asked.otherwise(
        "ROS_SECURITY_ENABLE='true', but ROS_SECURITY_KEYSTORE is empty. Set it to the folder of a "
        "keystore.");
  }
  const std::string other = variable("ROS_SECURITY_ENCLAVE_OVERRIDE");
  SecurityFiles files = files_of(keystore, other.empty() ? enclave : other);
  std::error_code ignored;
  if (fs::is_directory(files.folder, ignored)) return whole(asked, std::move(files));
  return asked.otherwise("directory '" + files.folder + "' does not exist. It is where '" +
                         keystore + "' would have the enclave '" + files.enclave +
                         "'. Make that with `ros2 security create_enclave`, or name another in "
                         "--ros-args --enclave or ROS_SECURITY_ENCLAVE_OVERRIDE.");
}

}  // namespace ranvier
