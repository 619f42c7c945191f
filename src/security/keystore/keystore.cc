#include "security/keystore/keystore.h"

#include <algorithm>
#include <system_error>

#include "ranvier/base/ascii.h"
#include "security/keystore/authority.h"
#include "security/keystore/file.h"
#include "security/keystore/governance.h"
#include "security/keystore/smime.h"

namespace ranvier::security {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCaName = "sros2CA";
constexpr std::size_t kLongestName = 245;  // of a namespace of ROS 2

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

Error wrong_name(std::string_view name, std::size_t at, const char* why) {
  return {Code::kInvalidName, "'" + std::string(name) + "' is no name of an enclave: " + why +
                                  " (character " + std::to_string(at + 1) +
                                  "). Names are as '/talker' and '/robot/arm_1'."};
}

Validity validity_for(const Making& making) {
  Validity validity = default_validity(now());
  if (making.not_after) validity.not_after = *making.not_after;
  return validity;
}

Result<void> check_dates(const Making& making) {
  if (!making.not_after || *making.not_after > now()) return {};
  return Error{Code::kInvalidArgument, "The date '" + time_text(*making.not_after) +
                                           "' is over: give one that is to come."};
}

// The folders up from that of an enclave to the folder `enclaves`: "../..".
fs::path way_up(std::string_view name) {
  fs::path way;
  const std::size_t depth =
      name == "/" ? 0 : static_cast<std::size_t>(std::count(name.begin(), name.end(), '/'));
  for (std::size_t i = 0; i < depth; ++i) way /= "..";
  return way;
}

Error no_enclave(const std::string& name, const fs::path& folder) {
  return {Code::kNotFound, "There is no enclave '" + name + "': '" + folder.string() +
                               "' has no cert.pem and key.pem. Make it: create_enclave."};
}

Grant grant_for(const std::string& name, const X509& certificate, std::vector<Rule> rules,
                const Making& making) {
  Validity validity = validity_of(certificate).value_or(validity_for(making));
  if (making.not_after) validity.not_after = *making.not_after;
  return {name, subject_of(certificate), validity, std::move(rules), false};
}

}  // namespace

Result<void> check_enclave_name(std::string_view name) {
  if (!name.starts_with('/')) return wrong_name(name, 0, "it must begin with '/'");
  if (name.size() > kLongestName) return wrong_name(name, kLongestName, "it is too long");
  if (name == "/") return {};
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char letter = name[i];
    if (letter == '/') {
      if (i + 1 == name.size()) return wrong_name(name, i, "it must not end with '/'");
      if (name[i + 1] == '/') return wrong_name(name, i + 1, "it has '//'");
      if (is_ascii_digit(name[i + 1])) {
        return wrong_name(name, i + 1, "a part must not begin with a digit");
      }
    } else if (!is_ascii_letter(letter) && !is_ascii_digit(letter) && letter != '_') {
      return wrong_name(name, i, "it may have letters, digits, '_' and '/' alone");
    }
  }
  return {};
}

fs::path Keystore::folder_of(std::string_view enclave) const {
  while (enclave.starts_with('/')) enclave.remove_prefix(1);
  const fs::path folder = root_ / "enclaves";
  return enclave.empty() ? folder : folder / enclave;
}

bool Keystore::is_valid() const {
  return is_there(public_file(files::kIdentityCa)) &&
         is_there(public_file(files::kPermissionsCa)) &&
         is_there(private_file("identity_ca.key.pem")) &&
         is_there(private_file("permissions_ca.key.pem")) &&
         is_there(folder_of("/") / files::kGovernance);
}

Result<void> Keystore::check_valid() const {
  if (is_valid()) return {};
  return Error{Code::kNotFound,
               "'" + root_.string() +
                   "' is no keystore that can make enclaves: it needs identity_ca and "
                   "permissions_ca in public/ and private/, and enclaves/governance.p7s. Make one: "
                   "create_keystore."};
}

Result<void> Keystore::create(const Making& making) {
  if (is_valid()) {
    return Error{Code::kAlreadyExists,
                 "'" + root_.string() + "' is a keystore already, and is left as it is."};
  }
  if (auto checked = check_dates(making); !checked) return checked;
  for (const char* folder : {"public", "private", "enclaves"}) {
    if (auto made = make_folder(root_ / folder); !made) return made;
  }
  const auto lock = FolderLock::take(root_);
  if (!lock) return lock.error();
  return create_parts(making);
}

Result<void> Keystore::create_parts(const Making& making) {
  std::error_code error;
  fs::permissions(root_ / "private", fs::perms::owner_all, error);
  if (!is_there(public_file(files::kIdentityCa)) ||
      !is_there(private_file("identity_ca.key.pem"))) {
    if (auto made = create_authority(making); !made) return made;
  }
  for (const char* ca : {"identity_ca", "permissions_ca"}) {
    for (const auto& [folder, end] : {std::pair("public", ".cert.pem"), {"private", ".key.pem"}}) {
      const fs::path path = root_ / folder / (std::string(ca) + end);
      if (is_there(path)) continue;
      if (auto made = make_link(path, std::string("ca") + end); !made) return made;
    }
  }
  return create_governance(making);
}

Result<void> Keystore::create_authority(const Making& making) {
  const fs::path certificate = public_file("ca.cert.pem"), path = private_file("ca.key.pem");
  if (is_there(certificate) && is_there(path)) return {};  // a run that was broken off
  if (is_there(certificate) || is_there(public_file(files::kIdentityCa))) {
    return Error{Code::kAlreadyExists,
                 "'" + root_.string() +
                     "' has the certificate of a CA and not its key, as a robot's copy of a "
                     "keystore has. Make enclaves where the key is, or choose another folder."};
  }
  Key key;
  if (is_there(path)) {
    auto loaded = load_key(path);
    if (!loaded) return loaded.error();
    key = *std::move(loaded);
  } else {
    auto made = make_key();
    if (!made) return made.error();
    key = *std::move(made);
    const auto text = key_text(*key);
    if (!text) return text.error();
    if (auto done = write_file(path, *text, Readers::kOwner); !done) return done;
  }
  const auto made = make_authority(kCaName, *key, validity_for(making));
  if (!made) return made.error();
  const auto text = certificate_text(**made);
  if (!text) return text.error();
  return write_file(certificate, *text, Readers::kByUmask);
}

Result<void> Keystore::create_governance(const Making& making) {
  const auto signer =
      load_authority(public_file(files::kPermissionsCa), private_file("permissions_ca.key.pem"));
  if (!signer) return signer.error();
  return write_signed(folder_of("/") / "governance", governance_text(making.domain), *signer);
}

Result<void> Keystore::create_enclave(const std::string& name, const Making& making) {
  if (auto checked = check_enclave_name(name); !checked) return checked;
  if (auto checked = check_valid(); !checked) return checked;
  if (auto checked = check_dates(making); !checked) return checked;
  const auto lock = FolderLock::take(root_);
  if (!lock) return lock.error();
  const fs::path folder = folder_of(name);
  if (auto made = make_folder(folder); !made) return made;
  if (!is_there(folder / files::kKey) || !is_there(folder / files::kCertificate)) {
    if (auto made = make_identity(name, making); !made) return made;
  }
  if (auto made = make_links(name); !made) return made;
  return write_permissions(name, rules_of(open_policy(name), making.domain), making);
}

Result<void> Keystore::make_identity(const std::string& name, const Making& making) {
  const auto issuer =
      load_authority(public_file(files::kIdentityCa), private_file("identity_ca.key.pem"));
  if (!issuer) return issuer.error();
  const auto key = make_key();
  if (!key) return key.error();
  const auto certificate = make_certificate(name, **key, validity_for(making), *issuer);
  if (!certificate) return certificate.error();
  const auto key_pem = key_text(**key);
  if (!key_pem) return key_pem.error();
  const auto certificate_pem = certificate_text(**certificate);
  if (!certificate_pem) return certificate_pem.error();
  const fs::path folder = folder_of(name);
  if (auto done = write_file(folder / files::kKey, *key_pem, Readers::kOwner); !done) return done;
  return write_file(folder / files::kCertificate, *certificate_pem, Readers::kByUmask);
}

Result<void> Keystore::make_links(const std::string& name) {
  const fs::path folder = folder_of(name), way = way_up(name);
  for (const char* file : {files::kIdentityCa, files::kPermissionsCa, files::kCrl}) {
    if (file == files::kCrl && !is_there(public_file(file))) continue;
    if (auto made = make_link(folder / file, way / ".." / "public" / file); !made) return made;
  }
  if (name == "/") return {};
  return make_link(folder / files::kGovernance, way / files::kGovernance);
}

Result<void> Keystore::write_permissions(const std::string& name, std::vector<Rule> rules,
                                         const Making& making) {
  const auto signer =
      load_authority(public_file(files::kPermissionsCa), private_file("permissions_ca.key.pem"));
  if (!signer) return signer.error();
  const auto certificate = load_certificate(folder_of(name) / files::kCertificate);
  if (!certificate) return certificate.error();
  return write_signed(folder_of(name) / "permissions",
                      permissions_text({grant_for(name, **certificate, std::move(rules), making)}),
                      *signer);
}

Result<void> Keystore::create_permissions(const std::string& name, const Policy& policy,
                                          const Making& making) {
  if (auto checked = check_enclave_name(name); !checked) return checked;
  if (auto checked = check_valid(); !checked) return checked;
  if (auto checked = check_dates(making); !checked) return checked;
  const auto found = std::find_if(policy.begin(), policy.end(),
                                  [&](const PolicyEnclave& one) { return one.path == name; });
  if (found == policy.end()) {
    return Error{Code::kNotFound, "The policy has no enclave '" + name + "'. Add <enclave path=\"" +
                                      name + "\"> to it."};
  }
  if (!is_there(folder_of(name) / files::kCertificate)) return no_enclave(name, folder_of(name));
  const auto lock = FolderLock::take(root_);
  if (!lock) return lock.error();
  return write_permissions(name, rules_of(*found, making.domain), making);
}

Result<void> Keystore::rotate_enclave(const std::string& name, bool revokes, const Making& making) {
  if (auto checked = check_enclave_name(name); !checked) return checked;
  if (auto checked = check_valid(); !checked) return checked;
  if (auto checked = check_dates(making); !checked) return checked;
  if (!is_there(folder_of(name) / files::kCertificate)) return no_enclave(name, folder_of(name));
  const auto lock = FolderLock::take(root_);
  if (!lock) return lock.error();
  auto rules = rules_there(name);  // first: what fails after it can be repeated
  if (!rules) return rules.error();
  if (revokes) {
    if (auto done = revoke(name); !done) return done;
  }
  if (auto made = make_identity(name, making); !made) return made;
  return write_permissions(name, *std::move(rules), making);
}

Result<std::vector<Rule>> Keystore::rules_there(const std::string& name) const {
  const fs::path path = folder_of(name) / files::kPermissions;
  const auto document = read_file(path);
  if (!document) return document.error();
  const auto signer = load_certificate(public_file(files::kPermissionsCa));
  if (!signer) return signer.error();
  const auto text = signed_text(*document, **signer, path.string());
  if (!text) return text.error();
  const auto permissions = read_permissions(*text, path.string());
  if (!permissions) return permissions.error();
  const Grant* grant = grant_of(*permissions, "CN=" + name);
  if (grant == nullptr) {
    return Error{Code::kNotFound, "'" + path.string() + "' has no grant for 'CN=" + name +
                                      "'. Write it: create_permission."};
  }
  return grant->rules;
}

Result<void> Keystore::revoke_enclave(const std::string& name) {
  if (auto checked = check_enclave_name(name); !checked) return checked;
  if (auto checked = check_valid(); !checked) return checked;
  if (!is_there(folder_of(name) / files::kCertificate)) return no_enclave(name, folder_of(name));
  const auto lock = FolderLock::take(root_);
  if (!lock) return lock.error();
  return revoke(name);
}

Result<void> Keystore::revoke(const std::string& name) {
  const auto certificate = load_certificate(folder_of(name) / files::kCertificate);
  if (!certificate) return certificate.error();
  const auto issuer =
      load_authority(public_file(files::kIdentityCa), private_file("identity_ca.key.pem"));
  if (!issuer) return issuer.error();
  if (auto done = add_to_revoked(public_file(files::kCrl), **certificate, *issuer); !done) {
    return done;
  }
  for (const std::string& enclave : enclaves()) {
    if (auto made = make_links(enclave); !made) return made;
  }
  return {};
}

std::vector<std::string> Keystore::enclaves() const {
  const fs::path top = folder_of("/");
  std::vector<std::string> names;
  if (is_there(top / files::kKey)) names.emplace_back("/");
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(top, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->is_directory(error) && is_there(at->path() / files::kKey)) {
      names.push_back("/" + at->path().lexically_relative(top).string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace ranvier::security
