// Participants under DDS Security: who is let in, what is refused, and the words for it.
#include "ranvier/cyclone/secured.h"

#include <gmock/gmock.h>

#include <condition_variable>
#include <fstream>
#include <mutex>

#include "eventually.h"
#include "keystore.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// What a context warns of.
class Warnings {
 public:
  SecurityLog::Warn warn() {
    return [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      told_.push_back(text);
      changed_.notify_all();
    };
  }
  bool wait_for(const std::string& part) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return count_of(part) > 0; });
  }
  int count(const std::string& part) {
    const std::lock_guard lock(mutex_);
    return count_of(part);
  }

 private:
  int count_of(const std::string& part) const {
    int count = 0;
    for (const std::string& text : told_) count += text.find(part) != text.npos;
    return count;
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> told_;
};

NetworkOptions secured(std::uint32_t instance, const Keystore& keystore, const std::string& enclave,
                       const SecurityLog::Warn& warn = {}) {
  NetworkOptions options = loopback(instance);
  options.security = SecurityFiles{enclave, keystore.enclave(enclave), false};
  options.warn = warn;
  return options;
}

class SecuredTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_openssl()) GTEST_SKIP() << "no openssl to make keys with";
  }
  static Keystore& keystore() {  // made once
    static Keystore one;
    static const bool filled = [] {
      one.add("/talker");
      one.add("/listener");
      return true;
    }();
    static_cast<void>(filled);
    return one;
  }
  static std::string refusal(const NetworkOptions& options) {
    const auto opened = open_cyclone_route(options);
    EXPECT_FALSE(opened);
    return opened ? "" : opened.error().what;
  }
};

TEST_F(SecuredTest, TwoEnclavesHearEachOtherAndAnUnkeyedPeerHearsNothing) {
  Warnings told;
  auto ours = open_context(secured(0, keystore(), "/talker", told.warn()));
  auto theirs = open_context(secured(100, keystore(), "/listener", told.warn()));
  auto stranger = open_context(loopback(132));
  ASSERT_TRUE(ours && theirs && stranger);
  const Endpoint at = endpoint(keep_last(1, Durability::kTransientLocal));
  WriterEvents written, of_stranger;
  Collector heard, overheard;
  auto writer = open_writer(*ours, at, written);
  auto reader = open_reader(*theirs, at, heard);
  auto spy = open_reader(*stranger, at, overheard);
  auto open = open_writer(*stranger, at, of_stranger);  // the spy is there, and hears this one
  ASSERT_TRUE(written.wait_matched(1));
  ASSERT_TRUE(writer->write(stamped("secret")));
  ASSERT_TRUE(open->write(stamped("in clear")));
  ASSERT_TRUE(heard.wait_count(1));
  EXPECT_EQ(heard.texts(), std::vector<std::string>{"secret"});
  EXPECT_EQ(writer->matched(), 1u);
  EXPECT_EQ(reader->matched(), 1u);
  EXPECT_EQ(overheard.size(), 0u);
  EXPECT_TRUE(told.wait_for("A process without keys is in the DDS domain"));
  // Who asks for the graph does not wait for the nodes of the stranger.
  EXPECT_TRUE(support::eventually([&] { return ours->graph()->gaps().missing == 0; }));
}

TEST_F(SecuredTest, APeerOfAnotherAuthorityIsRefusedInWordsAndOnce) {
  Keystore other;
  other.add("/listener");
  Warnings told;
  auto ours = open_context(secured(0, keystore(), "/talker", told.warn()));
  auto theirs = open_context(secured(100, other, "/listener", told.warn()));
  ASSERT_TRUE(ours && theirs);
  EXPECT_TRUE(told.wait_for("Security refused a peer"));
  const std::string repeated = "a line that Cyclone repeats";
  for (int i = 0; i < 3; ++i) {
    dds_log(DDS_LC_ERROR, __FILE__, __LINE__, __func__, "%s\n", repeated.c_str());
  }
  EXPECT_TRUE(told.wait_for(repeated));
  EXPECT_EQ(told.count(repeated), 1);
}

// Until our participant is registered, Cyclone says this of every secured peer.
TEST_F(SecuredTest, APeerThatIsHeardOfWhileWeStartIsNotCalledRefused) {
  Warnings told;
  auto ours = open_context(secured(0, keystore(), "/talker", told.warn()));
  ASSERT_TRUE(ours);
  const std::string passing = "Remote secure participant 1:2:3:4 not allowed";
  for (const std::string& line : {passing, passing, std::string("the next line")}) {
    dds_log(DDS_LC_WARNING, __FILE__, __LINE__, __func__, "%s\n", line.c_str());
  }
  EXPECT_TRUE(told.wait_for("the next line"));
  EXPECT_EQ(told.count(passing), 0);
}

TEST_F(SecuredTest, ADeniedEndpointNamesTheEnclaveTheFileAndThePolicy) {
  keystore().add("/narrow", {.publish = "rt/allowed", .subscribe = "rt/allowed"});
  auto route = open_context(secured(0, keystore(), "/narrow"));
  ASSERT_TRUE(route);
  WriterEvents events;
  Collector inbox;
  Endpoint at = endpoint();
  at.topic = "/denied";
  const auto file = HasSubstr(keystore().enclave("/narrow") + "/permissions.p7s");
  const auto is_denied = [&](const Error& error, const std::string& who, const std::string& line) {
    EXPECT_EQ(error.code, kDenied);
    EXPECT_THAT(error.what, AllOf(HasSubstr(who), HasSubstr("'/tester'"), HasSubstr("'/narrow'"),
                                  file, HasSubstr(line)));
  };
  const auto writer = route->open_writer(at, events);
  ASSERT_FALSE(writer);
  is_denied(writer.error(), "Publisher '/denied'",
            "<topics publish=\"ALLOW\"><topic>/denied</topic></topics>");
  const auto reader = route->open_reader(at, inbox);
  ASSERT_FALSE(reader);
  is_denied(reader.error(), "Subscription '/denied'",
            "<topics subscribe=\"ALLOW\"><topic>/denied</topic></topics>");
  ServiceEndpoint service = service_endpoint();
  service.service = "/ask";
  const auto server = route->services().open_server(service, inbox);
  ASSERT_FALSE(server);
  is_denied(server.error(), "Service '/ask'",
            "<services reply=\"ALLOW\"><service>/ask</service></services>");
  service.service = "/walk/_action/send_goal";
  const auto client = route->services().open_client(service, inbox);
  ASSERT_FALSE(client);
  is_denied(client.error(), "Client '/walk/_action/send_goal'",
            "<actions call=\"ALLOW\"><action>/walk</action></actions>");
  at.topic = "/allowed";
  EXPECT_TRUE(route->open_writer(at, events));
}

TEST_F(SecuredTest, AnEnclaveThatMayNotTellOfItsNodesIsNamedWithTheTopic) {
  keystore().add("/mute", {.publish = "rt/a", .subscribe = "rt/a", .graph = "elsewhere"});
  EXPECT_THAT(refusal(secured(0, keystore(), "/mute")),
              AllOf(HasSubstr("'ros_discovery_info'"), HasSubstr("'/mute'"),
                    HasSubstr(keystore().enclave("/mute") + "/permissions.p7s"),
                    HasSubstr("create_permission")));
}

TEST_F(SecuredTest, WhatMayBePublishedAloneIsNotHeard) {
  keystore().add("/mouth", {.publish = "rt/said", .subscribe = "rt/other"});
  auto route = open_context(secured(0, keystore(), "/mouth"));
  ASSERT_TRUE(route);
  WriterEvents events;
  Collector inbox;
  Endpoint at = endpoint();
  at.topic = "/said";
  const auto writer = route->open_writer(at, events);
  EXPECT_TRUE(writer) << writer.error().what;
  const auto reader = route->open_reader(at, inbox);
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().code, kDenied);
}

TEST_F(SecuredTest, AWrongFileIsRefusedWithItsReason) {
  keystore().add("/late", {.until = "2021-01-01T00:00:00"});
  EXPECT_THAT(
      refusal(secured(0, keystore(), "/late")),
      AllOf(HasSubstr("'/late'"), HasSubstr(keystore().enclave("/late")), HasSubstr("expired")));
  keystore().add("/tampered");
  const std::string signed_text = keystore().enclave("/tampered") + "/permissions.p7s";
  std::ifstream in(signed_text);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  text.replace(text.find("2090"), 4, "2091");
  std::ofstream(signed_text) << text;
  EXPECT_THAT(refusal(secured(0, keystore(), "/tampered")), HasSubstr("'/tampered'"));
  keystore().add("/other");
  std::filesystem::copy_file(keystore().enclave("/talker") + "/permissions.p7s",
                             keystore().enclave("/other") + "/permissions.p7s",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(refusal(secured(0, keystore(), "/other")), HasSubstr("'/other'"));
}

TEST_F(SecuredTest, ServicesAnswerInBothDialects) {
  for (const bool fast : {false, true}) {
    NetworkOptions one = secured(0, keystore(), "/talker");
    NetworkOptions two = secured(100, keystore(), "/listener");
    one.fast_everywhere = two.fast_everywhere = fast;
    auto ours = open_context(one);
    auto theirs = open_context(two);
    ASSERT_TRUE(ours && theirs);
    Collector requests, replies;
    auto server = ours->services().open_server(service_endpoint(), requests);
    auto client = theirs->services().open_client(service_endpoint(), replies);
    ASSERT_TRUE(server && client);
    while (!(*client)->server_available()) {
      ASSERT_TRUE(replies.wait_availability_change(replies.availability_changes() - 1));
    }
    ASSERT_TRUE((*client)->send(stamped("ask")));
    ASSERT_TRUE(requests.wait_count(1));
    MessagePtr reply = stamped("answer");
    reply->header().request = requests.messages()[0]->header().request;
    ASSERT_TRUE((*server)->reply(reply));
    ASSERT_TRUE(replies.wait_count(1));
    EXPECT_EQ(replies.texts(), std::vector<std::string>{"answer"});
  }
}

TEST(PermissionsEndTest, IsReadFromTheSignedText) {
  EXPECT_EQ(end_of_permissions("<validity><not_after>1970-01-02T00:00:01</not_after>"), 86401);
  EXPECT_EQ(end_of_permissions("<not_after> 1970-01-02T00:00:01 </not_after>"), 86401);
  for (const char* text :
       {"", "<not_after>", "<not_after>soon</not_after>", "<not_after>1970-01"}) {
    EXPECT_EQ(end_of_permissions(text), std::nullopt) << text;
  }
}

TEST(PermissionsEndTest, MayNameItsZoneAndAFractionOfASecond) {
  EXPECT_EQ(end_of_permissions("<not_after>1970-01-02T02:00:01+02:00<"), 86401);
  EXPECT_EQ(end_of_permissions("<not_after>1970-01-01T18:30:01.25-05:30<"), 86401);
  EXPECT_EQ(end_of_permissions("<not_after>1970-01-02T00:00:01Z<"), 86401);
}

TEST(PermissionsEndTest, OfGrantsThatEndAtDifferentTimesIsNotGuessed) {
  const std::string one = "<not_after>1970-01-02T00:00:01</not_after>";
  EXPECT_EQ(end_of_permissions(one + one), 86401);
  EXPECT_EQ(end_of_permissions(one + "<not_after>1970-01-03T00:00:01</not_after>"), std::nullopt);
}

TEST(PermissionsEndTest, InThousandsOfYearsIsNoReasonToWarn) {
  std::string form = std::filesystem::temp_directory_path() / "ranvier-expiry-XXXXXX";
  const std::string folder = ::mkdtemp(form.data());
  std::ofstream(folder + "/permissions.p7s") << "<not_after>9999-12-31T23:59:59</not_after>";
  Warnings told;
  {
    Worker worker;
    watch_expiry(worker, &told, {"/talker", folder, false}, told.warn());
    worker.cancel(&told);
  }
  EXPECT_EQ(told.count("The permissions"), 0);
  std::filesystem::remove_all(folder);
}

TEST(PermissionsEndTest, IsWarnedOfBeforeAndToldWhenItComes) {
  std::string form = std::filesystem::temp_directory_path() / "ranvier-expiry-XXXXXX";
  const std::string folder = ::mkdtemp(form.data());
  const std::time_t end = std::time(nullptr) + 2;
  char words[64];
  std::strftime(words, sizeof words, "<not_after>%Y-%m-%dT%H:%M:%S</not_after>", std::gmtime(&end));
  std::ofstream(folder + "/permissions.p7s") << words;
  Warnings told;
  {
    Worker worker;
    watch_expiry(worker, &told, {"/talker", folder, false}, told.warn());
    EXPECT_EQ(told.count("The permissions of this process end in "), 1);
    EXPECT_TRUE(told.wait_for("have ended ('" + folder + "/permissions.p7s')"));
    worker.cancel(&told);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
