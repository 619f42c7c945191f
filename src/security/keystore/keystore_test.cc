#include "security/keystore/keystore.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <map>
#include <thread>

#include "fork_child.h"
#include "keystore_files.h"
#include "security/keystore/authority.h"
#include "security/keystore/file.h"
#include "security/keystore/smime.h"

namespace ranvier::security {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// Each file below a folder, with what it links to.
std::map<std::string, std::string> tree(const fs::path& root) {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.is_directory() && !entry.is_symlink()) continue;
    found[entry.path().lexically_relative(root)] =
        entry.is_symlink() ? fs::read_symlink(entry.path()).string() : "";
  }
  return found;
}

mode_t mode(const fs::path& path) {
  struct stat state{};
  ::stat(path.c_str(), &state);
  return state.st_mode & 07777;
}

std::string words_of(const Result<void>& result) { return result ? "" : result.error().what; }

class KeystoreTest : public ::testing::Test {
 protected:
  KeystoreTest() : keystore(folder / "keys") { EXPECT_TRUE(is_good(keystore.create({7, {}}))); }
  void enclave(const std::string& name) {
    ASSERT_TRUE(is_good(keystore.create_enclave(name, {7, {}})));
  }
  fs::path file(const std::string& enclave, const char* name) const {
    return keystore.folder_of(enclave) / name;
  }

  Folder folder;
  Keystore keystore;
};

TEST_F(KeystoreTest, HasTheFilesAndLinksOfSros2) {
  enclave("/talker");
  enclave("/ns/deep");
  enclave("/");
  std::map<std::string, std::string> expected;
  for (const std::string end : {".cert.pem", ".key.pem"}) {
    const std::string place = end == ".key.pem" ? "private/" : "public/";
    expected[place + "ca" + end] = "";
    expected[place + "identity_ca" + end] = expected[place + "permissions_ca" + end] = "ca" + end;
  }
  expected["enclaves/governance.xml"] = expected["enclaves/governance.p7s"] = "";
  const std::map<std::string, std::string> ups = {
      {"enclaves/", ".."}, {"enclaves/talker/", "../.."}, {"enclaves/ns/deep/", "../../.."}};
  for (const auto& [place, up] : ups) {
    for (const char* own : {"cert.pem", "key.pem", "permissions.xml", "permissions.p7s"}) {
      expected[place + own] = "";
    }
    expected[place + "identity_ca.cert.pem"] = up + "/public/identity_ca.cert.pem";
    expected[place + "permissions_ca.cert.pem"] = up + "/public/permissions_ca.cert.pem";
  }
  expected["enclaves/talker/governance.p7s"] = "../governance.p7s";
  expected["enclaves/ns/deep/governance.p7s"] = "../../governance.p7s";
  EXPECT_EQ(tree(keystore.root()), expected);
  EXPECT_THAT(keystore.enclaves(), ::testing::ElementsAre("/", "/ns/deep", "/talker"));
  for (const char* name : kNeededFiles) EXPECT_TRUE(fs::is_regular_file(file("/ns/deep", name)));
}

TEST_F(KeystoreTest, OpensslFindsTheNamesDatesAndSignatures) {
  enclave("/talker");
  const std::string ca = keystore.public_file(files::kIdentityCa);
  const std::string certificate = file("/talker", files::kCertificate);
  openssl({"verify", "-CAfile", ca, certificate});
  const std::string authority = openssl({"x509", "-in", ca, "-noout", "-text"});
  EXPECT_THAT(authority, HasSubstr("Subject: CN = sros2CA"));
  EXPECT_THAT(authority, HasSubstr("Issuer: CN = sros2CA"));
  EXPECT_THAT(authority, HasSubstr("Basic Constraints: critical"));
  EXPECT_THAT(authority, HasSubstr("CA:TRUE, pathlen:1"));
  const std::string own = openssl({"x509", "-in", certificate, "-noout", "-text"});
  EXPECT_THAT(own, HasSubstr("Subject: CN = /talker"));
  EXPECT_THAT(own, HasSubstr("CA:FALSE"));
  EXPECT_THAT(own, Not(HasSubstr("critical")));
  EXPECT_THAT(own, HasSubstr("NIST CURVE: P-256"));
  EXPECT_THAT(own, HasSubstr("ecdsa-with-SHA256"));
  const std::string days_left = std::to_string(3649 * 24 * 3600);
  EXPECT_TRUE(openssl_agrees({"x509", "-in", certificate, "-noout", "-checkend", days_left}));
  EXPECT_THAT(content(file("/talker", files::kKey)), HasSubstr("BEGIN PRIVATE KEY"));
}

TEST_F(KeystoreTest, OpensslAcceptsTheSignedDocuments) {
  enclave("/talker");
  const std::string ca = keystore.public_file(files::kPermissionsCa);
  for (const std::string name : {"governance", "permissions"}) {
    const fs::path stem = name == "governance" ? keystore.folder_of("/") / name
                                               : keystore.folder_of("/talker") / name;
    const std::string out = folder / name;
    openssl(
        {"smime", "-verify", "-text", "-in", stem.string() + ".p7s", "-CAfile", ca, "-out", out});
    std::string text = content(out);
    std::erase(text, '\r');
    EXPECT_EQ(text, content(stem.string() + ".xml"));
    EXPECT_THAT(content(stem.string() + ".p7s"), HasSubstr("Content-Type: multipart/signed"));
  }
}

TEST_F(KeystoreTest, KeysAreTheOwnersWhateverTheUmask) {
  const mode_t before = ::umask(0);
  enclave("/open");
  ::umask(before);
  EXPECT_EQ(mode(file("/open", files::kKey)), 0600u);
  EXPECT_EQ(mode(keystore.private_file("ca.key.pem")), 0600u);
  EXPECT_EQ(mode(keystore.private_file("")), 0700u);
  EXPECT_EQ(mode(file("/open", files::kCertificate)), 0666u);
}

TEST_F(KeystoreTest, AnEnclaveMadeAgainKeepsItsKeyAndOpensItsPermissions) {
  enclave("/talker");
  const std::string key = content(file("/talker", files::kKey));
  const std::string open = content(file("/talker", "permissions.xml"));
  ASSERT_TRUE(is_good(keystore.create_permissions("/talker", {{"/talker", {}}}, {7, {}})));
  EXPECT_NE(content(file("/talker", "permissions.xml")), open);
  enclave("/talker");
  EXPECT_EQ(content(file("/talker", files::kKey)), key);
  EXPECT_EQ(content(file("/talker", "permissions.xml")), open);
}

TEST_F(KeystoreTest, ASecondKeystoreInItsPlaceIsRefusedAndABrokenOneIsCompleted) {
  const std::string key = content(keystore.private_file("ca.key.pem"));
  EXPECT_THAT(words_of(keystore.create({})), HasSubstr("is a keystore already"));
  fs::remove(keystore.folder_of("/") / files::kGovernance);
  EXPECT_FALSE(keystore.is_valid());
  EXPECT_THAT(words_of(keystore.create_enclave("/a", {})), HasSubstr("create_keystore"));
  EXPECT_TRUE(is_good(keystore.create({})));
  EXPECT_EQ(content(keystore.private_file("ca.key.pem")), key);
  fs::remove_all(keystore.root() / "private");
  EXPECT_THAT(words_of(keystore.create({})), HasSubstr("as a robot's copy"));
}

TEST_F(KeystoreTest, NamesThatAreNoEnclavesAreRefusedWithTheCharacter) {
  for (const char* name : {"/", "/a", "/a_1/b2"}) EXPECT_TRUE(is_good(check_enclave_name(name)));
  EXPECT_THAT(words_of(check_enclave_name("")), HasSubstr("must begin with '/'"));
  EXPECT_THAT(words_of(check_enclave_name("a")), HasSubstr("must begin with '/'"));
  EXPECT_THAT(words_of(check_enclave_name("/a/")), HasSubstr("end with '/' (character 3)"));
  EXPECT_THAT(words_of(check_enclave_name("/a//b")), HasSubstr("'//' (character 4)"));
  EXPECT_THAT(words_of(check_enclave_name("/a/1b")), HasSubstr("digit (character 4)"));
  EXPECT_THAT(words_of(check_enclave_name("/a/../b")), HasSubstr("(character 4)"));
  EXPECT_THAT(words_of(check_enclave_name("/" + std::string(300, 'a'))), HasSubstr("too long"));
  EXPECT_FALSE(keystore.create_enclave("/../out", {}));
  EXPECT_FALSE(fs::exists(keystore.root() / "out"));
}

TEST_F(KeystoreTest, ADateEndsCertificateAndPermissions) {
  const Time end = std::chrono::floor<std::chrono::days>(now()) + std::chrono::days(20);
  ASSERT_TRUE(is_good(keystore.create_enclave("/short", {7, end})));
  EXPECT_THAT(content(file("/short", "permissions.xml")),
              HasSubstr("<not_after>" + time_text(end) + "</not_after>"));
  EXPECT_FALSE(openssl_agrees({"x509", "-in", file("/short", files::kCertificate), "-noout",
                               "-checkend", std::to_string(21 * 24 * 3600)}));
  const Making late{7, now() - std::chrono::days(1)};
  EXPECT_THAT(words_of(keystore.create_enclave("/late", late)), HasSubstr("is over"));
}

TEST_F(KeystoreTest, ARotatedEnclaveHasAnotherKeyTheSameRightsAndItsOldCertificateIsRevoked) {
  enclave("/talker");
  Policy policy = {{"/talker", {{"/", "talker", {{{Access::kPublish, true}, {"/chatter"}}}}}}};
  ASSERT_TRUE(is_good(keystore.create_permissions("/talker", policy, {7, {}})));
  const std::string old = folder / "old.pem", key = content(file("/talker", files::kKey));
  fs::copy_file(file("/talker", files::kCertificate), old);
  ASSERT_TRUE(is_good(keystore.rotate_enclave("/talker", true, {7, {}})));
  EXPECT_NE(content(file("/talker", files::kKey)), key);
  EXPECT_THAT(content(file("/talker", "permissions.xml")), HasSubstr("<topic>rt/chatter</topic>"));
  const std::string crl = keystore.public_file(files::kCrl);
  const std::string ca = keystore.public_file(files::kIdentityCa);
  EXPECT_FALSE(openssl_agrees({"verify", "-crl_check", "-CRLfile", crl, "-CAfile", ca, old}));
  openssl({"verify", "-crl_check", "-CRLfile", crl, "-CAfile", ca,
           file("/talker", files::kCertificate)});
}

TEST_F(KeystoreTest, ARevokedEnclaveIsInTheListThatAllEnclavesHave) {
  enclave("/good");
  enclave("/bad");
  ASSERT_TRUE(is_good(keystore.revoke_enclave("/bad")));
  enclave("/later");
  for (const char* name : {"/good", "/bad", "/later"}) {
    EXPECT_EQ(fs::read_symlink(file(name, files::kCrl)), "../../public/crl.pem");
  }
  const auto revoked = [&](const char* name) {
    const auto certificate = load_certificate(file(name, files::kCertificate));
    return *is_revoked(file("/good", files::kCrl), **certificate);
  };
  EXPECT_TRUE(revoked("/bad"));
  EXPECT_FALSE(revoked("/good"));
  EXPECT_THAT(words_of(keystore.revoke_enclave("/nobody")), HasSubstr("no enclave '/nobody'"));
}

TEST_F(KeystoreTest, ADocumentThatWasChangedOrSignedByAnotherIsRefused) {
  const fs::path path = keystore.folder_of("/") / files::kGovernance;
  const std::string document = content(path);
  const auto signer = load_certificate(keystore.public_file(files::kPermissionsCa));
  ASSERT_TRUE(is_good(signed_text(document, **signer, "g")));
  std::string changed = document;
  changed.replace(changed.find("ENCRYPT"), 7, "NONE   ");
  EXPECT_THAT(signed_text(changed, **signer, "g").error().what,
              HasSubstr("'g' was changed after it was signed, or 'CN=sros2CA' did not sign it"));
  EXPECT_TRUE(is_good(unverified_text(changed, "g")));
  Keystore other(folder / "other");
  ASSERT_TRUE(is_good(other.create({})));
  const auto stranger = load_certificate(other.public_file(files::kPermissionsCa));
  EXPECT_FALSE(signed_text(document, **stranger, "g"));
  EXPECT_THAT(signed_text("nothing", **signer, "g").error().what, HasSubstr("no signed document"));
}

TEST_F(KeystoreTest, AKeyOfAnotherCaIsNamedAndNothingIsMadeWithIt) {
  Keystore other(folder / "other");
  ASSERT_TRUE(is_good(other.create({})));
  fs::remove(keystore.private_file("ca.key.pem"));
  fs::copy_file(other.private_file("ca.key.pem"), keystore.private_file("ca.key.pem"));
  EXPECT_THAT(words_of(keystore.create_enclave("/a", {})), HasSubstr("is not the key of"));
  EXPECT_FALSE(fs::exists(file("/a", files::kKey)));
}

TEST(KeystoreFileTest, AFileIsWrittenWholeOrNotAtAll) {
  const Folder folder;
  put(folder / "a", "old");
  const auto pid = support::fork_child();
  if (pid == 0) {  // of this process alone no file may grow
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{10, 10};
    ::setrlimit(RLIMIT_FSIZE, &none);
    ::_exit(write_file(folder / "a", std::string(100, 'x'), Readers::kOwner) ? 1 : 0);
  }
  int status = 1;
  ::waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0) << "the write should have failed";
  EXPECT_EQ(content(folder / "a"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "something is left";
}

TEST(KeystoreFileTest, NoPipeAndNoGiantIsReadForAFile) {
  const Folder folder;
  ::mkfifo((folder / "pipe").c_str(), 0600);
  EXPECT_THAT(read_file(folder / "pipe").error().what, HasSubstr("no regular file"));
  put(folder / "giant", "");
  fs::resize_file(folder / "giant", kLargestFile + 1);
  EXPECT_THAT(read_file(folder / "giant").error().what, HasSubstr("more than 4 MiB"));
}

TEST_F(KeystoreTest, TwoThatMakeTheSameEnclaveAtOnceMakeOnePair) {
  std::thread other([&] { EXPECT_TRUE(is_good(keystore.create_enclave("/a", {7, {}}))); });
  EXPECT_TRUE(is_good(Keystore(keystore.root()).create_enclave("/a", {7, {}})));
  other.join();
  EXPECT_TRUE(is_good(load_authority(file("/a", files::kCertificate), file("/a", files::kKey))));
}

}  // namespace
}  // namespace ranvier::security
