#include "ranvier/run/inbox.h"

#include <gtest/gtest.h>

#include "text_type.h"

namespace ranvier {
namespace {

using support::data_of;
using support::text;

MessagePtr push(Inbox& inbox, MessagePtr message) {
  static const std::atomic<bool> nobody_listens{false};
  return inbox.push(std::move(message), nobody_listens).out;
}

TEST(InboxTest, AFullInboxGivesBackTheOldestAndKeepsOrder) {
  Inbox inbox(History::kKeepLast, 2);
  EXPECT_FALSE(push(inbox, text("a")));
  EXPECT_FALSE(push(inbox, text("b")));
  EXPECT_EQ(data_of(push(inbox, text("c"))), "a");
  bool more = false;
  EXPECT_EQ(data_of(inbox.pop(more)), "b");
  EXPECT_TRUE(more);
  EXPECT_EQ(data_of(inbox.pop(more)), "c");
  EXPECT_FALSE(more);
  EXPECT_FALSE(inbox.pop(more));
  EXPECT_FALSE(more);
}

TEST(InboxTest, KeepLastAlwaysHasRoom) {
  Inbox inbox(History::kKeepLast, 1, {1, 1});
  push(inbox, text("a"));
  EXPECT_TRUE(inbox.has_room());
}

TEST(InboxTest, KeepAllHasRoomUpToItsSamples) {
  Inbox inbox(History::kKeepAll, 1, {3, 1'000'000});
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(inbox.has_room());
    push(inbox, text("x"));
  }
  EXPECT_FALSE(inbox.has_room());
  bool more;
  inbox.pop(more);
  EXPECT_TRUE(inbox.has_room());
}

TEST(InboxTest, KeepAllHasRoomUpToItsBytes) {
  Inbox inbox(History::kKeepAll, 1, {1000, 100});
  push(inbox, text(std::string(40, 'x')));
  EXPECT_TRUE(inbox.has_room());
  push(inbox, text(std::string(80, 'x')));
  EXPECT_FALSE(inbox.has_room());
  bool more;
  inbox.pop(more);
  EXPECT_TRUE(inbox.has_room());
  inbox.pop(more);
  EXPECT_EQ(inbox.size(), 0u);
}

TEST(InboxTest, AnEmptyKeepAllInboxTakesOneMessageOfAnySize) {
  Inbox inbox(History::kKeepAll, 1, {10, 8});
  EXPECT_TRUE(inbox.has_room());
  push(inbox, text(std::string(1000, 'x')));
  EXPECT_FALSE(inbox.has_room());
}

TEST(InboxTest, KeepAllNeverRefusesWhatWasPushedPastItsBound) {
  Inbox inbox(History::kKeepAll, 1, {1, 1'000});
  EXPECT_FALSE(push(inbox, text("a")));
  EXPECT_FALSE(push(inbox, text("b")));
  EXPECT_EQ(inbox.size(), 2u);
}

TEST(InboxTest, KeepAllTakesWhatCannotBeEncoded) {
  Inbox inbox(History::kKeepAll, 1, {10, 1'000});
  push(inbox, text(support::kUnencodable));
  bool more;
  EXPECT_TRUE(inbox.pop(more));
}

}  // namespace
}  // namespace ranvier
