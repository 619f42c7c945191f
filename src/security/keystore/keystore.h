// A keystore: the folder in which a CA, the governance and the enclaves lie, as SROS 2 has it.
//
//   public/    ca.cert.pem, identity_ca.cert.pem, permissions_ca.cert.pem, crl.pem (ours)
//   private/   ca.key.pem, identity_ca.key.pem, permissions_ca.key.pem
//   enclaves/  governance.xml, governance.p7s; a folder for each enclave, nested as its name
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "security/keystore/permissions.h"
#include "security/keystore/policy.h"
#include "security/keystore/validity.h"

namespace ranvier::security {

namespace files {
inline constexpr const char* kIdentityCa = "identity_ca.cert.pem";
inline constexpr const char* kPermissionsCa = "permissions_ca.cert.pem";
inline constexpr const char* kCertificate = "cert.pem";
inline constexpr const char* kKey = "key.pem";
inline constexpr const char* kGovernance = "governance.p7s";
inline constexpr const char* kPermissions = "permissions.p7s";
inline constexpr const char* kCrl = "crl.pem";  ///< may be missing
}  // namespace files

/// The six that a process needs in its enclave's folder.
inline constexpr const char* kNeededFiles[] = {files::kIdentityCa, files::kCertificate,
                                               files::kKey,        files::kPermissionsCa,
                                               files::kGovernance, files::kPermissions};

/// An error that says which character or part of the name is wrong, and where. An enclave's name is
/// an absolute namespace: "/", "/talker", "/robot/arm_1".
Result<void> check_enclave_name(std::string_view name);

/// What is chosen when files are made.
struct Making {
  std::uint32_t domain = 0;
  std::optional<Time> not_after;  ///< of certificates and permissions; else in 3650 days
};

class Keystore final {
 public:
  /// Names the folder; nothing is read or made.
  explicit Keystore(std::filesystem::path root) : root_(std::move(root)) {}

  // Contract of all below: any thread; they read or write the disk, one process at a time writes.
  // Each file is written whole or not at all; keys are 0600, whatever the umask.

  /// Whether it has both certificates and both keys of the CA, and the governance.
  bool is_valid() const;
  /// Makes it, or what is missing of it. @return an error if it is there already, or if it has a
  /// certificate of a CA without its key, as a robot's copy has.
  Result<void> create(const Making& making);
  /// A key and a certificate if they are missing, links, and permissions for everything.
  Result<void> create_enclave(const std::string& name, const Making& making);
  /// The permissions of an enclave that is there, from the policy.
  Result<void> create_permissions(const std::string& name, const Policy& policy,
                                  const Making& making);
  /// A new key and certificate, and the permissions that it has with the new dates.
  /// @param revokes  whether the old certificate is refused from now on.
  Result<void> rotate_enclave(const std::string& name, bool revokes, const Making& making);
  /// Puts the enclave's certificate into public/crl.pem, and a link to that into every enclave.
  Result<void> revoke_enclave(const std::string& name);
  /// The names of all folders with a key, sorted.
  std::vector<std::string> enclaves() const;

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path folder_of(std::string_view enclave) const;
  std::filesystem::path public_file(const char* name) const { return root_ / "public" / name; }
  std::filesystem::path private_file(const char* name) const { return root_ / "private" / name; }

 private:
  Result<void> create_parts(const Making& making);
  Result<void> create_authority(const Making& making);
  Result<void> create_governance(const Making& making);
  Result<void> make_identity(const std::string& name, const Making& making);
  Result<void> make_links(const std::string& name);
  Result<void> write_permissions(const std::string& name, std::vector<Rule> rules,
                                 const Making& making);
  Result<std::vector<Rule>> rules_there(const std::string& name) const;
  Result<void> revoke(const std::string& name);
  Result<void> check_valid() const;

  std::filesystem::path root_;
};

}  // namespace ranvier::security
