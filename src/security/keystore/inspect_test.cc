#include "security/keystore/inspect.h"

#include <gmock/gmock.h>

#include "keystore_files.h"
#include "security/keystore/governance.h"

namespace ranvier::security {
namespace {

using namespace testing;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string text_of(const std::vector<Finding>& found) {
  std::string text;
  for (const Finding& one : found) {
    text += std::string(one.severity == Severity::kError     ? "E "
                        : one.severity == Severity::kWarning ? "W "
                                                             : "N ") +
            one.words + "\n";
  }
  return text;
}

class InspectTest : public ::testing::Test {
 protected:
  InspectTest() : keystore(folder / "keys") {
    how.domain = 7;
    how.now = now();
    EXPECT_TRUE(is_good(keystore.create(making)));
    EXPECT_TRUE(is_good(keystore.create_enclave("/a", making)));
  }
  std::string enclave() const { return text_of(inspect_enclave(keystore, "/a", how)); }
  std::string whole() const { return text_of(inspect_keystore(keystore, how)); }
  fs::path file(const char* name) const { return keystore.folder_of("/a") / name; }
  // The governance with other words, signed again.
  void govern(const std::string& from, const std::string& to) {
    const fs::path stem = keystore.folder_of("/") / "governance";
    std::string text = content(stem.string() + ".xml");
    text.replace(text.find(from), from.size(), to);
    put(stem.string() + ".xml", text);
    openssl({"smime", "-sign", "-text", "-in", stem.string() + ".xml", "-out",
             stem.string() + ".p7s", "-signer", keystore.public_file("ca.cert.pem"), "-inkey",
             keystore.private_file("ca.key.pem")});
  }

  const Making making{7, {}};
  Inspection how{};
  Folder folder;
  Keystore keystore;
};

TEST_F(InspectTest, ANewKeystoreHasNoFaultAndANoteOnThePrivateKeys) {
  EXPECT_THAT(enclave(), IsEmpty());
  EXPECT_THAT(whole(), Not(HasSubstr("E ")));
  EXPECT_THAT(whole(), HasSubstr("N '" + keystore.private_file("identity_ca.key.pem").string()));
  how.is_robot = true;
  EXPECT_THAT(whole(), HasSubstr("E '" + keystore.private_file("identity_ca.key.pem").string()));
  fs::remove_all(keystore.root() / "private");
  EXPECT_THAT(whole(), IsEmpty());
  fs::remove_all(keystore.root());
  EXPECT_THAT(whole(), HasSubstr("is no keystore"));
}

TEST_F(InspectTest, WhatEndsSoonOrHasEndedIsSaidWithItsDate) {
  how.now += std::chrono::days(3640);
  EXPECT_THAT(enclave(), HasSubstr("W '" + file(files::kCertificate).string() + "' ends at "));
  EXPECT_THAT(enclave(), HasSubstr("W '" + file(files::kPermissions).string() + "' ends at "));
  EXPECT_THAT(enclave(), HasSubstr(", in 10 days."));
  EXPECT_THAT(whole(), HasSubstr("identity_ca.cert.pem' ends at "));
  how.now += std::chrono::days(20);
  EXPECT_THAT(enclave(), HasSubstr("E '" + file(files::kCertificate).string() + "' ended at "));
  how.now = now() - std::chrono::days(10);
  EXPECT_THAT(enclave(), HasSubstr("which is to come"));
}

TEST_F(InspectTest, AnotherDomainIsNamed) {
  how.domain = 8;
  EXPECT_THAT(enclave(), HasSubstr("allows nothing in domain 8"));
  EXPECT_THAT(whole(), HasSubstr("has no rule for domain 8"));
}

TEST_F(InspectTest, AMissingFileTurnsSecurityOffUnlessItIsEnforced) {
  fs::remove(file(files::kPermissions));
  how.is_enforced = true;
  EXPECT_THAT(enclave(),
              HasSubstr("permissions.p7s' is missing: a process with this enclave fails"));
  how.is_enforced = false;
  EXPECT_THAT(enclave(), HasSubstr("runs WITHOUT security"));
}

TEST_F(InspectTest, KeysThatOthersMayReadAreNamed) {
  fs::permissions(file(files::kKey), static_cast<fs::perms>(0644));
  EXPECT_THAT(enclave(), HasSubstr("E '" + file(files::kKey).string() + "' may be read"));
  fs::permissions(file(files::kKey), static_cast<fs::perms>(0640));
  EXPECT_THAT(enclave(), HasSubstr("W '" + file(files::kKey).string() + "' may be read"));
  fs::permissions(keystore.private_file("ca.key.pem"), static_cast<fs::perms>(0644));
  EXPECT_THAT(whole(), HasSubstr("chmod 600"));
}

TEST_F(InspectTest, FilesOfAnotherKeystoreAreNamed) {
  Keystore other(folder / "other");
  ASSERT_TRUE(is_good(other.create(making)));
  ASSERT_TRUE(is_good(other.create_enclave("/a", making)));
  ASSERT_TRUE(is_good(other.create_enclave("/b", making)));
  const auto from = [&](const char* enclave, const char* name) {
    fs::remove(file(name));
    fs::copy_file(other.folder_of(enclave) / name, file(name));
  };
  from("/a", files::kCertificate);
  EXPECT_THAT(enclave(), HasSubstr("key.pem' is not the key of"));
  EXPECT_THAT(enclave(), HasSubstr("cert.pem' was not issued by"));
  from("/a", files::kPermissions);
  EXPECT_THAT(enclave(), HasSubstr("permissions.p7s' was changed after it was signed, or"));
  fs::remove(file(files::kPermissionsCa));
  from("/b", files::kPermissions);
  fs::copy_file(other.public_file("ca.cert.pem"), file(files::kPermissionsCa));
  EXPECT_THAT(enclave(), HasSubstr("has no grant for 'CN=/a'"));
}

TEST_F(InspectTest, ARevokedCertificateIsNamedAndItsNewOneIsGood) {
  ASSERT_TRUE(is_good(keystore.revoke_enclave("/a")));
  EXPECT_THAT(enclave(), HasSubstr("was revoked"));
  ASSERT_TRUE(is_good(keystore.rotate_enclave("/a", false, making)));
  EXPECT_THAT(enclave(), IsEmpty());
}

TEST_F(InspectTest, AGovernanceWithHolesIsNamed) {
  govern("<allow_unauthenticated_participants>false", "<allow_unauthenticated_participants>true");
  EXPECT_THAT(whole(), HasSubstr("W '" + (keystore.folder_of("/") / files::kGovernance).string() +
                                 "' lets participants without keys in"));
  govern("<enable_join_access_control>true", "<enable_join_access_control>false");
  govern("<enable_write_access_control>true", "<enable_write_access_control>false");
  govern("<metadata_protection_kind>ENCRYPT", "<metadata_protection_kind>NONE");
  govern("<data_protection_kind>ENCRYPT", "<data_protection_kind>NONE");
  EXPECT_THAT(whole(), HasSubstr("enable_join_access_control"));
  EXPECT_THAT(whole(), HasSubstr("checks no permissions to publish topics '*'"));
  EXPECT_THAT(whole(), HasSubstr("sends topics '*' in clear"));
  EXPECT_THAT(whole(), Not(HasSubstr("E ")));
}

// As facts about SROS 2 have it: ecparam, pkcs8, req, x509 and smime make the same files.
void make_by_openssl(const fs::path& root) {
  const auto key = [](const std::string& path) {
    openssl({"ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", path + ".ec"});
    openssl({"pkcs8", "-topk8", "-nocrypt", "-in", path + ".ec", "-out", path});
    fs::remove(path + ".ec");
    fs::permissions(path, static_cast<fs::perms>(0600));
  };
  for (const char* name : {"public", "private", "enclaves/talker"}) {
    fs::create_directories(root / name);
  }
  const std::string ca = root / "public/ca.cert.pem", ca_key = root / "private/ca.key.pem";
  key(ca_key);
  openssl({"req", "-x509", "-new", "-key", ca_key, "-days", "3650", "-subj", "/CN=sros2CA", "-out",
           ca});
  const fs::path own = root / "enclaves/talker";
  key(own / "key.pem");
  openssl({"req", "-new", "-key", own / "key.pem", "-subj", "/CN=\\/talker", "-out", own / "csr"});
  openssl({"x509", "-req", "-in", own / "csr", "-CA", ca, "-CAkey", ca_key, "-CAcreateserial",
           "-days", "3650", "-out", own / "cert.pem"});
  const auto sign = [&](const fs::path& stem, const std::string& text) {
    put(stem.string() + ".xml", text);
    openssl({"smime", "-sign", "-text", "-in", stem.string() + ".xml", "-out",
             stem.string() + ".p7s", "-signer", ca, "-inkey", ca_key});
  };
  sign(root / "enclaves/governance", governance_text(7));
  sign(own / "permissions", permissions_text({{"/talker", "CN=/talker", default_validity(now()),
                                               rules_of(open_policy("/talker"), 7), false}}));
  for (const char* name : {"identity_ca", "permissions_ca"}) {
    fs::create_symlink("ca.cert.pem", root / "public" / (std::string(name) + ".cert.pem"));
    fs::create_symlink("ca.key.pem", root / "private" / (std::string(name) + ".key.pem"));
    fs::create_symlink("../../public/" + std::string(name) + ".cert.pem",
                       own / (std::string(name) + ".cert.pem"));
  }
  fs::create_symlink("../governance.p7s", own / "governance.p7s");
}

TEST_F(InspectTest, AKeystoreByOpensslAloneIsAsGoodAsOurs) {
  Keystore theirs(folder / "theirs");
  make_by_openssl(theirs.root());
  how.now = now() + std::chrono::seconds(1);  // openssl's certificates hold from its second on
  EXPECT_TRUE(theirs.is_valid());
  EXPECT_THAT(theirs.enclaves(), ::testing::ElementsAre("/talker"));
  EXPECT_THAT(text_of(inspect_keystore(theirs, how)), Not(HasSubstr("E ")));
  EXPECT_THAT(text_of(inspect_enclave(theirs, "/talker", how)), IsEmpty());
  ASSERT_TRUE(is_good(theirs.create_enclave("/ours", making)));
  EXPECT_THAT(text_of(inspect_enclave(theirs, "/ours", how)), IsEmpty());
  ASSERT_TRUE(is_good(theirs.rotate_enclave("/talker", true, making)));
  EXPECT_THAT(text_of(inspect_enclave(theirs, "/talker", how)), IsEmpty());
}

}  // namespace
}  // namespace ranvier::security
