// How a player seeks, ends and is stopped.

#include <future>

#include "bag_running.hpp"
#include "sleeping_thread.h"

namespace bag_test {
namespace {

using testing::ElementsAre;

class PlayerEndsTest : public BagRunning {
 protected:
  Player& paused_player(int messages) {
    make_bag(messages);
    options_.start_paused = true;
    return player(options_);
  }
  PlayOptions options_ = [] {
    PlayOptions options;
    options.disable_keyboard_controls = true;
    return options;
  }();
};

TEST_F(PlayerEndsTest, ASeekForwardPublishesNothingOfBefore) {
  make_bag(1000);
  options_.rate = 0.01F;  // a second from message to message
  Player& player = this->player(options_);
  for (int round = 0; round < 20; ++round) {
    heard_.clear();
    player.play();
    player.seek(kBegin + 900 * kStep);
    wait_until([&] { return !heard_.empty(); });
    player.stop();
    // The first message may be out before the seek.
    if (heard_.front() == "0") heard_.erase(heard_.begin());
    for (const std::string& one : heard_) EXPECT_GE(std::stoi(one), 900);
  }
}

TEST_F(PlayerEndsTest, PausedAtTheEndItWaitsAndMayGoBack) {
  Player& player = paused_player(2);
  player.play();
  EXPECT_TRUE(player.play_next());
  EXPECT_TRUE(player.play_next());
  EXPECT_FALSE(player.play_next());  // there is none, and it says so
  EXPECT_FALSE(player.wait_for_playback_to_finish(std::chrono::milliseconds(20)));
  player.seek(kBegin + kStep);
  EXPECT_TRUE(player.play_next());
  wait_until([&] { return heard_.size() == 3; });
  EXPECT_THAT(heard_, ElementsAre("0", "1", "1"));
  player.resume();
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
}

TEST_F(PlayerEndsTest, ASeekAfterTheEndIsNoneOfTheNextPlay) {
  make_bag(3);
  Player& player = this->player(options_);
  player.play();
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
  player.seek(kBegin + 2 * kStep);
  player.play();
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
  wait_until([&] { return heard_.size() == 6; });
  EXPECT_THAT(heard_, ElementsAre("0", "1", "2", "0", "1", "2"));
}

TEST_F(PlayerEndsTest, StoppedWhilePlayBeginsItEnds) {
  Player& player = paused_player(2);
  for (int round = 0; round < 200; ++round) {
    auto played = std::async(std::launch::async, [&] { return player.play(); });
    player.stop();
    EXPECT_TRUE(played.get());
    player.stop();
    EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
  }
}

TEST_F(PlayerEndsTest, StoppedItWaitsForNoAcknowledgement) {
  options_.wait_acked_timeout = 0;  // for ever
  make_bag(1);
  Player& player = this->player(options_);
  player.play();
  player.stop();
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
}

TEST_F(PlayerEndsTest, PausedItEndsWhenItsContextDoes) {
  Player& player = paused_player(2);
  player.play();
  EXPECT_TRUE(player.play_next());
  rclcpp::shutdown();
  EXPECT_TRUE(player.wait_for_playback_to_finish());
  player.play();
  EXPECT_TRUE(player.wait_for_playback_to_finish());
}

TEST_F(PlayerEndsTest, WhatBeginsWhileItsContextEndsDoesToo) {
  Player& player = paused_player(2);
  const auto context = rclcpp::contexts::get_global_default_context();
  // After the player's own.
  const auto begins = context->add_pre_shutdown_callback([&] { player.play(); });
  rclcpp::shutdown();
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
  EXPECT_TRUE(context->remove_pre_shutdown_callback(begins));
}

struct WaitedPlayer : Player {
  using Player::Player;
  using Player::wait_for_playback_to_start;
};

TEST_F(PlayerEndsTest, WhoWaitsForItReturnsBeforeItIsDestroyed) {
  make_bag(2);
  for (int round = 0; round < 50; ++round) {
    auto player = std::make_unique<WaitedPlayer>(storage_, options_);
    ranvier::support::SleepingThread waiting;
    auto began = std::async(std::launch::async, [&waiting, &player = *player] {
      waiting.is_this();
      player.wait_for_playback_to_start();
    });
    EXPECT_TRUE(waiting.sleeps());
    player.reset();
  }
}

TEST_F(PlayerEndsTest, ADurationOfZeroPlaysNothing) {
  make_bag(2);
  options_.playback_duration = rclcpp::Duration(0, 0);
  Player& player = this->player(options_);
  int played = 0;
  player.add_on_play_message_pre_callback([&](auto) { ++played; });
  player.play();
  EXPECT_TRUE(player.wait_for_playback_to_finish());
  EXPECT_EQ(played, 0);
}

TEST_F(PlayerEndsTest, ALoopOfNothingEnds) {
  make_bag(3);
  options_.loop = true;
  options_.start_offset = 3600'000'000'000;
  Player& player = this->player(options_);
  player.play();
  EXPECT_TRUE(player.wait_for_playback_to_finish(std::chrono::seconds(20)));
  EXPECT_TRUE(heard_.empty());
}

TEST_F(PlayerEndsTest, ARateThatPlaysNothingIsRefusedInWords) {
  make_bag(1);
  for (const float rate : {0.0F, -1.0F}) {
    options_.rate = rate;
    try {
      const Player player(storage_, options_);
      ADD_FAILURE() << rate;
    } catch (const std::invalid_argument& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("give one above 0"));
    }
  }
}

TEST_F(PlayerEndsTest, MessagesThatAreNotCdrAreRefusedInWordsUnlessTheyAreLeftOut) {
  BagRunning::make_bag(1, "protobuf");
  EXPECT_THAT([&] { const Player player(storage_, options_); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::HasSubstr("messages in other formats: '/a' (protobuf). Leave them out "
                                     "(--exclude-topics /a)")));
  options_.exclude_topics_to_filter = {"/a"};
  EXPECT_NO_THROW(const Player player(storage_, options_));
}

TEST_F(PlayerEndsTest, AWrongExpressionIsNamedByPlayerAndRecorder) {
  make_bag(1);
  options_.regex_to_filter = "(";
  EXPECT_THAT([&] { const Player player(storage_, options_); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::HasSubstr("'(' is no regular expression")));
  RecordOptions options = all_topics();
  options.exclude_regex = "*";
  storage_.uri = folder_ / "other";
  EXPECT_THAT([&] { Recorder(storage_, options).record(); },
              testing::ThrowsMessage<std::runtime_error>(
                  testing::HasSubstr("'*' is no regular expression")));
}

}  // namespace
}  // namespace bag_test
