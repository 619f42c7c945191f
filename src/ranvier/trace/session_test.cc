#include "ranvier/trace/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "comma_locale.h"
#include "ranvier/trace/control.h"
#include "ranvier/trace/events.h"
#include "trace_directory.h"

namespace ranvier::trace {
namespace {

using testing::HasSubstr;

class SessionTest : public support::TraceDirectory {
 protected:
  SessionTest() : folder_(directory_) {
    session_.name = "name with blanks";
    session_.directory = "/some where";
    session_.id = "1-2";
    session_.events = {"ros2:rcl_*", "ros2:callback_end"};
  }
  SessionFolder folder_;
  Session session_;
};

TEST_F(SessionTest, WhatIsWrittenIsRead) {
  session_.buffer_kilobytes = 512;
  session_.keeps_last = true;
  session_.paused = true;
  ASSERT_TRUE(folder_.add(7, session_));
  const auto read = folder_.read(7);
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->name, session_.name);
  EXPECT_EQ((*read)->directory, session_.directory);
  EXPECT_EQ((*read)->id, session_.id);
  EXPECT_EQ((*read)->events, session_.events);
  EXPECT_EQ((*read)->buffer_kilobytes, 512u);
  EXPECT_TRUE((*read)->keeps_last);
  EXPECT_TRUE((*read)->paused);
}

TEST_F(SessionTest, AProcessWithAnotherLocaleWritesWhatOthersRead) {
  session_.buffer_kilobytes = 65536;
  {
    const support::CommaLocale comma;
    if (!comma.there()) GTEST_SKIP() << "localedef is not installed";
    ASSERT_TRUE(folder_.add(7, session_));
  }
  const auto read = folder_.read(7);
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->buffer_kilobytes, 65536u) << "not 65.536";
}

TEST_F(SessionTest, ADomainHasOneSessionAtATime) {
  ASSERT_TRUE(folder_.add(7, session_));
  EXPECT_TRUE(folder_.add(8, session_));
  const auto second = folder_.add(7, session_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Code::kAlreadyExists);
  EXPECT_THAT(second.error().what, HasSubstr("ros2 trace stop name with blanks"));
  folder_.remove(7);
  EXPECT_FALSE(folder_.has(7));
  EXPECT_TRUE(folder_.add(7, session_));
}

TEST_F(SessionTest, NamesThatNoLineCanHoldAreRefused) {
  for (const char* name : {"", "a/b", "two\nlines"}) {
    session_.name = name;
    const auto added = folder_.add(7, session_);
    ASSERT_FALSE(added) << name;
    EXPECT_EQ(added.error().code, Code::kInvalidArgument);
  }
}

TEST_F(SessionTest, AFileOfAnotherVersionIsNamed) {
  std::ofstream(directory_ + "/session-7") << "ranvier trace session 99\nname x\n";
  const auto read = folder_.read(7);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr(directory_ + "/session-7"));
}

TEST_F(SessionTest, PatternsNameEventsAndAllOfThemAreAll) {
  const auto bit = [](Event event) { return std::uint64_t{1} << static_cast<unsigned>(event); };
  const std::uint64_t named = events_of(session_);
  EXPECT_TRUE(named & bit(Event::rcl_publish));
  EXPECT_TRUE(named & bit(Event::callback_end));
  EXPECT_FALSE(named & bit(Event::callback_start));
  session_.events = {"*"};
  EXPECT_EQ(events_of(session_), ~std::uint64_t{0});
  session_.events = {};
  EXPECT_EQ(events_of(session_), 0u);
}

TEST_F(SessionTest, WhoNamesAnotherSessionIsToldOfTheOneThatRuns) {
  const SessionControl control(folder_, 7);
  const auto none = control.stop("some");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().what, HasSubstr("ros2 trace start"));
  const auto started = control.start(session_);
  ASSERT_TRUE(started);
  EXPECT_TRUE(started->empty());
  const auto other = control.pause("some");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().what, HasSubstr("'name with blanks' does"));
  EXPECT_TRUE(control.stop(session_.name));
}

TEST_F(SessionTest, NonsenseInTheFolderIsNoProcess) {
  std::ofstream(directory_ + "/process-1-nonsense") << "nonsense";
  std::ofstream(directory_ + "/process-2-empty");
  const auto started = SessionControl(folder_, 7).start(session_);
  ASSERT_TRUE(started) << started.error().what;
  EXPECT_TRUE(started->empty());
}

}  // namespace
}  // namespace ranvier::trace
