#include "security/keystore/inspect.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <system_error>

#include "security/keystore/authority.h"
#include "security/keystore/file.h"
#include "security/keystore/governance.h"
#include "security/keystore/smime.h"

namespace ranvier::security {
namespace {

namespace fs = std::filesystem;

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool are_same(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

// Gathers findings; one look at each thing.
class Inspector {
 public:
  explicit Inspector(const Inspection& how) : how_(how) {}

  void say(Severity severity, std::string words) { found_.push_back({severity, std::move(words)}); }

  /// The value; an error becomes a finding.
  template <class T>
  std::optional<T> value(Result<T> result) {
    if (result) return *std::move(result);
    say(Severity::kError, result.error().what);
    return std::nullopt;
  }

  void look_at_dates(const fs::path& path, Validity validity, const std::string& remedy) {
    const auto days = std::chrono::floor<std::chrono::days>(validity.not_after - how_.now).count();
    if (how_.now < validity.not_before) {
      say(Severity::kError, quoted(path) + " holds from " + time_text(validity.not_before) +
                                " on, which is to come. Set the clock, or " + remedy + ".");
    } else if (days < 0) {
      say(Severity::kError,
          quoted(path) + " ended at " + time_text(validity.not_after) + ": " + remedy + ".");
    } else if (days <= how_.soon.count()) {
      say(Severity::kWarning, quoted(path) + " ends at " + time_text(validity.not_after) + ", in " +
                                  std::to_string(days) +
                                  " days. Then what runs falls "
                                  "silent: " +
                                  remedy + ".");
    }
  }

  void look_at_mode(const fs::path& path) {
    struct stat state{};
    if (::stat(path.c_str(), &state) != 0 || (state.st_mode & 077) == 0) return;
    say((state.st_mode & 07) != 0 ? Severity::kError : Severity::kWarning,
        quoted(path) + " may be read or changed by other users: chmod 600 " + path.string());
  }

  const Inspection& how() const { return how_; }
  std::vector<Finding> take() { return std::move(found_); }

 private:
  const Inspection how_;
  std::vector<Finding> found_;
};

void look_at_authority(Inspector& to, const fs::path& path) {
  const auto certificate = to.value(load_certificate(path));
  if (!certificate) return;
  if (const auto dates = validity_of(**certificate)) {
    to.look_at_dates(path, *dates, "all certificates need another CA: make a new keystore");
  }
}

void look_at_private(Inspector& to, const Keystore& keystore) {
  const fs::path folder = keystore.private_file("");
  for (const char* name : {"identity_ca.key.pem", "permissions_ca.key.pem"}) {
    const fs::path path = folder / name;
    if (!is_file(path)) continue;
    to.look_at_mode(path);
    to.say(to.how().is_robot ? Severity::kError : Severity::kNote,
           quoted(path) +
               " makes any enclave for who reads it. It belongs where enclaves are made" +
               (to.how().is_robot ? ": delete private/ here." : ", on no robot."));
  }
}

std::optional<std::string> read_signed(Inspector& to, const fs::path& path, const fs::path& ca) {
  const auto document = to.value(read_file(path));
  const auto signer = document ? to.value(load_certificate(ca)) : std::nullopt;
  return signer ? to.value(signed_text(*document, **signer, path.string())) : std::nullopt;
}

void look_at_rule(Inspector& to, const fs::path& path, const DomainRule& rule) {
  if (rule.lets_strangers_in) {
    to.say(Severity::kWarning, quoted(path) +
                                   " lets participants without keys in "
                                   "(allow_unauthenticated_participants).");
  }
  if (!rule.joining_is_checked) {
    to.say(Severity::kWarning,
           quoted(path) + " checks nobody's permissions at the door (enable_join_access_control).");
  }
  for (const TopicRule& topic : rule.topics) {
    if (!topic.reads_are_checked || !topic.writes_are_checked) {
      to.say(Severity::kWarning,
             quoted(path) + " checks no permissions to " +
                 (topic.reads_are_checked ? "publish" : "subscribe to or publish") + " topics '" +
                 topic.expression +
                 "' (enable_read_access_control, "
                 "enable_write_access_control).");
    }
    if (topic.metadata == "NONE" && topic.data == "NONE") {
      to.say(Severity::kWarning,
             quoted(path) + " sends topics '" + topic.expression + "' in clear.");
    }
  }
}

void look_at_governance(Inspector& to, const fs::path& path, const fs::path& ca) {
  const auto text = read_signed(to, path, ca);
  const auto governance = text ? to.value(read_governance(*text, path.string())) : std::nullopt;
  if (!governance) return;
  const DomainRule* rule = rule_of(*governance, to.how().domain);
  if (rule != nullptr) return look_at_rule(to, path, *rule);
  to.say(Severity::kError, quoted(path) + " has no rule for domain " +
                               std::to_string(to.how().domain) +
                               ", in which this runs (ROS_DOMAIN_ID): no participant is made.");
}

bool has_all_files(Inspector& to, const fs::path& folder) {
  bool all = true;
  for (const char* name : kNeededFiles) {
    if (is_file(folder / name)) continue;
    all = false;
    to.say(Severity::kError,
           quoted(folder / name) + " is missing: " +
               (to.how().is_enforced ? "a process with this enclave fails at its first node."
                                     : "a process with this enclave runs WITHOUT security, because "
                                       "ROS_SECURITY_STRATEGY is not 'Enforce'.") +
               " Copy it, or make the enclave again: create_enclave.");
  }
  return all;
}

// The subject, if certificate, key and CA belong together.
std::optional<std::string> look_at_identity(Inspector& to, const fs::path& folder,
                                            const std::string& name) {
  const fs::path path = folder / files::kCertificate;
  to.look_at_mode(folder / files::kKey);
  const auto certificate = to.value(load_certificate(path));
  const auto key = to.value(load_key(folder / files::kKey));
  const auto ca = to.value(load_certificate(folder / files::kIdentityCa));
  if (!certificate || !key || !ca) return std::nullopt;
  const std::string again = "rotate_enclave " + name;
  if (!is_key_of(**key, **certificate)) {
    to.say(Severity::kError, quoted(folder / files::kKey) + " is not the key of " + quoted(path) +
                                 ": " + again + ".");
  }
  if (!is_issued_by(**certificate, **ca)) {
    to.say(Severity::kError, quoted(path) + " was not issued by " +
                                 quoted(folder / files::kIdentityCa) + " (" + subject_of(**ca) +
                                 "): its peers refuse it. " + again + ".");
  }
  if (const auto dates = validity_of(**certificate)) to.look_at_dates(path, *dates, again);
  if (is_file(folder / files::kCrl)) {
    const auto revoked = to.value(is_revoked(folder / files::kCrl, **certificate));
    if (revoked && *revoked) {
      to.say(Severity::kError, quoted(path) + " was revoked: its peers refuse it. " + again + ".");
    }
  }
  return subject_of(**certificate);
}

void look_at_grant(Inspector& to, const fs::path& path, const Grant& grant,
                   const std::string& name) {
  to.look_at_dates(path, grant.validity, "create_enclave or create_permission " + name);
  const bool here = std::any_of(grant.rules.begin(), grant.rules.end(), [&](const Rule& rule) {
    return rule.allows && has_domain(rule.domains, to.how().domain);
  });
  if (here || grant.allowed_otherwise) return;
  to.say(Severity::kError, quoted(path) + " allows nothing in domain " +
                               std::to_string(to.how().domain) +
                               ", in which this runs (ROS_DOMAIN_ID). Make it again with that set: "
                               "create_permission " +
                               name + ".");
}

void look_at_permissions(Inspector& to, const fs::path& folder, const std::string& name,
                         const std::string& subject) {
  const fs::path path = folder / files::kPermissions;
  const auto text = read_signed(to, path, folder / files::kPermissionsCa);
  const auto permissions = text ? to.value(read_permissions(*text, path.string())) : std::nullopt;
  if (!permissions) return;
  const Grant* grant = grant_of(*permissions, subject);
  if (grant != nullptr) return look_at_grant(to, path, *grant, name);
  to.say(Severity::kError, quoted(path) + " has no grant for '" + subject +
                               "', the subject of cert.pem: no participant is made. Make it again: "
                               "create_permission " +
                               name + ".");
}

}  // namespace

std::vector<Finding> inspect_keystore(const Keystore& keystore, const Inspection& how) {
  Inspector to(how);
  const fs::path governance = keystore.folder_of("/") / files::kGovernance;
  if (!is_file(governance)) {
    to.say(Severity::kError, quoted(keystore.root()) +
                                 " is no keystore: it has no enclaves/governance.p7s. Name the "
                                 "right folder (ROS_SECURITY_KEYSTORE), or make one: "
                                 "create_keystore.");
    return to.take();
  }
  look_at_private(to, keystore);
  for (const char* name : {files::kIdentityCa, files::kPermissionsCa}) {
    look_at_authority(to, keystore.public_file(name));
  }
  look_at_governance(to, governance, keystore.public_file(files::kPermissionsCa));
  return to.take();
}

std::vector<Finding> inspect_enclave(const Keystore& keystore, const std::string& name,
                                     const Inspection& how) {
  Inspector to(how);
  const fs::path folder = keystore.folder_of(name);
  if (!has_all_files(to, folder)) return to.take();
  const auto subject = look_at_identity(to, folder, name);
  if (subject) look_at_permissions(to, folder, name, *subject);
  // Both are links to the keystore's, which was looked at, unless somebody copied them.
  if (!are_same(folder / files::kGovernance, keystore.folder_of("/") / files::kGovernance) ||
      !are_same(folder / files::kPermissionsCa, keystore.public_file(files::kPermissionsCa))) {
    look_at_governance(to, folder / files::kGovernance, folder / files::kPermissionsCa);
  }
  return to.take();
}

}  // namespace ranvier::security
