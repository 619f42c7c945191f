// libFuzzer: what comes with a keystore and may be damaged: permissions, governance, policies,
// signed documents, certificates, keys and dates. Whatever they are, they are read or refused.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "security/keystore/certificate.h"
#include "security/keystore/governance.h"
#include "security/keystore/keystore.h"
#include "security/keystore/permissions.h"
#include "security/keystore/policy.h"
#include "security/keystore/smime.h"

namespace {

using namespace ranvier::security;

void expect(bool holds) {
  if (!holds) std::abort();
}

X509& signer() {
  static const Certificate one = [] {
    const auto key = make_key();
    return *make_authority("fuzz", **key, default_validity(now()));
  }();
  return *one;
}

void ask(const Permissions& permissions) {
  const Grant* grant = grant_of(permissions, "CN=/talker");
  if (grant == nullptr) return;
  decide(*grant, 7, Direction::kPublish, "rt/chatter");
  // What was read is written, and read as the same.
  const std::string text = permissions_text({*grant});
  const auto again = read_permissions(text, "again");
  expect(again && permissions_text(*again) == text);
}

void use(const Policy& policy) {
  for (const PolicyEnclave& enclave : policy) rules_of(enclave, 7);
  const std::string text = policy_text(policy);
  const auto again = read_policy_text(text, "again");
  expect(again && policy_text(*again) == text);
}

void read_xml(std::string_view text) {
  if (const auto permissions = read_permissions(text, "p")) ask(*permissions);
  if (const auto governance = read_governance(text, "g")) rule_of(*governance, 7);
  // Includes read files of this machine: they are libxml2's, and a test's (policy_test).
  if (text.find("XInclude") != std::string_view::npos) return;
  if (const auto policy = read_policy_text(text, "policy")) use(*policy);
}

}  // namespace

// The first byte: what is read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: read_xml(text); break;
    case 1:
      expect(!signed_text(text, signer(), "s"));  // nobody has its key
      if (const auto inside = unverified_text(text, "u")) read_xml(*inside);
      break;
    case 2:
      if (const auto certificate = read_certificate(text, "c")) {
        subject_of(**certificate);
        validity_of(**certificate);
        serial_of(**certificate);
        is_issued_by(**certificate, signer());
      }
      static_cast<void>(read_key(text, "k"));
      break;
    default:
      if (const auto time = read_time(text)) expect(read_time(time_text(*time)) == *time);
      static_cast<void>(check_enclave_name(text));
      policy_line(Direction::kPublish, text);
  }
  return 0;
}
