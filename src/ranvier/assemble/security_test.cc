// Which enclave a context has, and each way in which it can have none.
#include "ranvier/assemble/security.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "keystore.h"
#include "own_domain.h"
#include "ranvier/assemble/assemble.h"

namespace ranvier {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SecurityTest : public ::testing::Test {
 protected:
  SecurityTest() {
    std::string form = std::filesystem::temp_directory_path() / "ranvier-security-XXXXXX";
    keys_ = ::mkdtemp(form.data());
  }
  ~SecurityTest() override {
    for (const std::string& name : set_) ::unsetenv(name.c_str());
    std::filesystem::remove_all(keys_);
  }
  void set(const std::string& name, const std::string& value) {
    ::setenv(name.c_str(), value.c_str(), 1);
    set_.push_back(name);
  }
  void ask_for(const std::string& keystore, const std::string& strategy) {
    set("ROS_SECURITY_ENABLE", "true");
    set("ROS_SECURITY_STRATEGY", strategy);
    set("ROS_SECURITY_KEYSTORE", keystore);
  }
  /// An enclave's folder with files that nobody reads here.
  void add(const std::string& enclave) const {
    std::filesystem::create_directories(folder(enclave));
    for (const char* name : {"identity_ca.cert.pem", "cert.pem", "key.pem",
                             "permissions_ca.cert.pem", "governance.p7s", "permissions.p7s"}) {
      std::ofstream(folder(enclave) + "/" + name) << name;
    }
  }
  std::string folder(const std::string& enclave) const { return keys_ + "/enclaves" + enclave; }
  auto look_up(const std::string& enclave) {
    told_.clear();
    return security_of_environment(enclave,
                                   [this](const std::string& text) { told_.push_back(text); });
  }
  void expect_refused(const std::string& enclave, const testing::Matcher<std::string>& words) {
    const auto found = look_up(enclave);
    ASSERT_FALSE(found);
    EXPECT_THAT(found.error().what, AllOf(HasSubstr("SECURITY ERROR: "), words));
    EXPECT_THAT(told_, IsEmpty());
  }
  void expect_unsecured(const std::string& enclave, const testing::Matcher<std::string>& words) {
    const auto found = look_up(enclave);
    ASSERT_TRUE(found) << found.error().what;
    EXPECT_FALSE(*found);
    EXPECT_THAT(told_, ElementsAre(AllOf(HasSubstr("runs without security"), words)));
  }

  std::string keys_;
  std::vector<std::string> told_;

 private:
  std::vector<std::string> set_;
};

TEST_F(SecurityTest, OnlyTheWordTrueAsksForIt) {
  ask_for("", "Enforce");
  for (const char* value : {"TRUE", "1", "false", ""}) {
    set("ROS_SECURITY_ENABLE", value);
    const auto found = look_up("/");
    ASSERT_TRUE(found) << found.error().what;
    EXPECT_FALSE(*found) << value;
    EXPECT_THAT(told_, IsEmpty());
  }
}

TEST_F(SecurityTest, WithoutAKeystoreItIsRefusedOrSaidToBeNone) {
  ask_for("", "Enforce");
  expect_refused("/", HasSubstr("ROS_SECURITY_KEYSTORE is empty"));
  ask_for("", "Permissive");
  expect_unsecured("/", HasSubstr("ROS_SECURITY_KEYSTORE is empty"));
}

TEST_F(SecurityTest, WithoutAFolderItIsRefusedOrSaidToBeNone) {
  const auto words = AllOf(HasSubstr("directory '" + folder("/absent") + "' does not exist."),
                           HasSubstr("create_enclave"), HasSubstr("--enclave"));
  ask_for(keys_, "Enforce");
  expect_refused("/absent", words);
  ask_for(keys_, "enforce");  // enforced by one word alone
  expect_unsecured("/absent", words);
}

TEST_F(SecurityTest, EachMissingFileIsNamed) {
  add("/a");
  for (const char* name : {"identity_ca.cert.pem", "cert.pem", "key.pem", "permissions_ca.cert.pem",
                           "governance.p7s", "permissions.p7s"}) {
    add("/a");
    std::filesystem::remove(folder("/a") + "/" + name);
    const auto words = AllOf(HasSubstr("couldn't find all security files!"),
                             HasSubstr("'" + std::string(name) + "'"), HasSubstr(folder("/a")));
    ask_for(keys_, "Enforce");
    expect_refused("/a", words);
    ask_for(keys_, "Permissive");
    expect_unsecured("/a", words);
    EXPECT_TRUE(look_up("/a"));
    EXPECT_THAT(told_, IsEmpty()) << "told twice";
  }
}

TEST_F(SecurityTest, AWholeFolderIsTakenWithItsRevocationsAndLinksAreFollowed) {
  add("/ns/deep");
  std::filesystem::rename(folder("/ns/deep") + "/cert.pem", keys_ + "/elsewhere.pem");
  std::filesystem::create_symlink(keys_ + "/elsewhere.pem", folder("/ns/deep") + "/cert.pem");
  for (const char* strategy : {"Enforce", "Permissive"}) {
    ask_for(keys_, strategy);
    const auto found = look_up("/ns/deep");
    ASSERT_TRUE(found) << found.error().what;
    ASSERT_TRUE(*found);
    EXPECT_EQ((**found).folder, folder("/ns/deep"));
    EXPECT_FALSE((**found).revokes);
  }
  std::ofstream(folder("/ns/deep") + "/crl.pem") << "";
  const auto found = look_up("/ns/deep");
  ASSERT_TRUE(found && *found);
  EXPECT_TRUE((**found).revokes);
}

TEST_F(SecurityTest, TheEnclaveOfTheRootIsTheFolderOfAllEnclaves) {
  add("");
  ask_for(keys_, "Enforce");
  const auto found = look_up("/");
  ASSERT_TRUE(found) << found.error().what;
  ASSERT_TRUE(*found);
  EXPECT_EQ((**found).folder, keys_ + "/enclaves");
}

TEST_F(SecurityTest, TheOverrideReplacesTheEnclave) {
  add("/tools");
  ask_for(keys_, "Enforce");
  set("ROS_SECURITY_ENCLAVE_OVERRIDE", "/tools");
  const auto found = look_up("/absent");
  ASSERT_TRUE(found) << found.error().what;
  ASSERT_TRUE(*found);
  EXPECT_EQ((**found).enclave, "/tools");
}

TEST_F(SecurityTest, AContextFailsWithTheLookUpAndHasNoSharedMemoryWithIt) {
  set("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST");
  ContextOptions options;
  options.domain = support::own_domain();
  options.enclave = "/talker";
  ask_for(keys_, "Enforce");
  const auto refused = make_context(options);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().what, HasSubstr("SECURITY ERROR"));
  if (!support::has_openssl()) GTEST_SKIP() << "no openssl to make keys with";
  support::Keystore keystore;
  keystore.add("/talker");
  ask_for(keystore.folder(), "Enforce");
  const auto context = make_context(options);
  ASSERT_TRUE(context) << context.error().what;
  EXPECT_STREQ((*context)->networks().front()->name(), "cyclone");
}

}  // namespace
}  // namespace ranvier
