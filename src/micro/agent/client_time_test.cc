// The client's clock, and an agent whose clock is set again.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ranvier_micro/session/time.h"

namespace ranvier::micro {
namespace {

constexpr std::int64_t kMs = 1'000'000, kSecond = 1'000 * kMs;

// A link to an agent that answers questions for the time, on clocks of the test's own.
struct Asked {
  Asked() {
    link.open = [](xrce_transport*) { return true; };
    link.close = [](xrce_transport*) {};
    link.send = [](xrce_transport*, const std::uint8_t* message, std::size_t size) {
      if (message[XRCE_HEADER_BYTES] == XRCE_TIMESTAMP) question.assign(message, message + size);
      return true;
    };
    link.receive = [](xrce_transport*, std::uint8_t* to, std::size_t capacity, int) {
      return answer(to, capacity);
    };
    link.is_open = true;
    xrce_session_init(&session, &link, &kPlatform, 1);
    session.up = true;
    xrce_time_init(&time, &session, [] { return board; });
  }
  void synchronize() { ASSERT_EQ(xrce_time_synchronize(&time, 1000), XRCE_OK); }
  std::int64_t now() { return xrce_time_now(&time); }

  static void put_time(xrce_cdr& to, std::int64_t ns) {
    xrce_put_u32(&to, static_cast<std::uint32_t>(ns / kSecond));
    xrce_put_u32(&to, static_cast<std::uint32_t>(ns % kSecond));
  }
  static std::size_t answer(std::uint8_t* to, std::size_t capacity) {
    if (question.empty()) return 0;
    const xrce_header header{XRCE_SESSION, XRCE_NO_STREAM, 0, false, {}};
    xrce_message message;
    xrce_cdr cdr;
    xrce_start_message(&message, to, capacity, &header);
    xrce_start_submessage(&message, XRCE_TIMESTAMP_REPLY, 0, &cdr);
    for (int i = 0; i < 2; ++i) put_time(cdr, board + ahead);
    xrce_put_bytes(&cdr, question.data() + XRCE_HEADER_BYTES + XRCE_SUBMESSAGE_HEADER, 8);
    xrce_end_submessage(&message, &cdr);
    question.clear();
    board += way_back;
    return message.size;
  }

  static inline std::vector<std::uint8_t> question;
  static inline std::int64_t board = 5 * kSecond;
  static inline std::int64_t ahead = 0;  // the agent's clock, of the board's
  static inline std::int64_t way_back = 0;
  static inline const xrce_platform kPlatform{
      [] { return static_cast<std::uint32_t>(board / kMs); }, nullptr};
  xrce_transport link{};
  xrce_session session{};
  xrce_time time{};
};

class ClientTimeTest : public ::testing::Test {
 protected:
  ClientTimeTest() {
    Asked::question.clear();
    Asked::board = 5 * kSecond;
    Asked::ahead = 1'000 * kSecond;
    Asked::way_back = 0;
    asked_.synchronize();
  }
  Asked asked_;
};

TEST_F(ClientTimeTest, AStepOfTheAgentsClockIsTakenOverAtOnceInBothDirections) {
  EXPECT_EQ(asked_.now(), 1'005 * kSecond);
  for (const std::int64_t step : {3'600 * kSecond, -3'600 * kSecond, 101 * kMs, -101 * kMs}) {
    Asked::ahead += step;
    asked_.synchronize();
    EXPECT_EQ(asked_.now(), Asked::board + Asked::ahead) << step;
    Asked::board += kMs;
    EXPECT_EQ(asked_.now(), Asked::board + Asked::ahead) << "time goes on from there";
  }
}

TEST_F(ClientTimeTest, ASmallDifferenceCountsAQuarterAndNeverLetsTimeStepBack) {
  const std::int64_t before = asked_.now();
  Asked::ahead += 80 * kMs;
  asked_.synchronize();
  EXPECT_EQ(asked_.now(), before + 20 * kMs);
  Asked::ahead -= 80 * kMs;
  asked_.synchronize();
  EXPECT_EQ(asked_.now(), before + 20 * kMs);
  Asked::board += 6 * kMs;
  EXPECT_EQ(asked_.now(), before + 21 * kMs) << "the mean is 15 ms ahead";
}

TEST_F(ClientTimeTest, WhatASlowRoundTripExplainsIsNoStep) {
  Asked::way_back = 400 * kMs;
  Asked::ahead -= 50 * kMs;
  asked_.synchronize();
  EXPECT_EQ(asked_.time.offset_ns, 1'000 * kSecond - (200 + 50) * kMs / 4);
}

}  // namespace
}  // namespace ranvier::micro
