#include "bench/runner/keys.h"

#include <stdexcept>
#include <utility>

#include "security/keystore/authority.h"
#include "security/keystore/governance.h"
#include "security/keystore/keystore.h"

namespace ranvier::bench {
namespace {

using security::Keystore;

constexpr const char* kEnclave = "/bench";

template <class Done>
void check(const Done& done) {
  if (!done) throw std::runtime_error("no keystore for this run: " + done.error().what);
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == text.npos) throw std::runtime_error("the governance has no '" + from + "'");
  text.replace(at, from.size(), to);
}

void protect_data_alone(const Keystore& keystore, std::uint32_t domain) {
  std::string text = security::governance_text(domain);
  replace(text, "<rtps_protection_kind>SIGN", "<rtps_protection_kind>NONE");
  replace(text, "<metadata_protection_kind>ENCRYPT", "<metadata_protection_kind>NONE");
  const auto authority =
      security::load_authority(keystore.public_file(security::files::kPermissionsCa),
                               keystore.private_file("permissions_ca.key.pem"));
  check(authority);
  check(security::write_signed(keystore.root() / "enclaves/governance", text, *authority));
}

}  // namespace

Keys::Keys(Protection protection, Environment network) : environment_(std::move(network)) {
  const std::string root = folder_.path() + "/keys";
  const security::Making making{
      static_cast<std::uint32_t>(std::stoul(environment_.at("ROS_DOMAIN_ID"))), {}};
  Keystore keystore(root);
  check(keystore.create(making));
  if (protection == Protection::kData) protect_data_alone(keystore, making.domain);
  check(keystore.create_enclave(kEnclave, making));
  environment_["ROS_SECURITY_ENABLE"] = "true";
  environment_["ROS_SECURITY_STRATEGY"] = "Enforce";
  environment_["ROS_SECURITY_KEYSTORE"] = root;
  environment_["ROS_SECURITY_ENCLAVE_OVERRIDE"] = kEnclave;
}

}  // namespace ranvier::bench
