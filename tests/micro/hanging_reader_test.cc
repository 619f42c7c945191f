// A subscription of another process that hangs: its board waits, the other boards go on.
#include <gmock/gmock.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

#include "../support/own_domain.h"
#include "agent_process.h"
#include "child.h"
#include "eventually.h"
#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/transport/posix.h"

namespace ranvier::micro {
namespace {

using ranvier::support::Child;
using ranvier::support::eventually;
using support::AgentProcess;

constexpr std::size_t kTextBytes = 400;

// A node of its own process: counts the numbers that come, and those that are not the next one. A
// number below 0 tells that it is met.
class Reader {
 public:
  explicit Reader(const char* topic)
      : told_(*new (::mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Told),
        process_([this, topic] { run(topic); }) {}
  ~Reader() { ::munmap(&told_, sizeof told_); }
  bool met() const { return told_.met; }
  int count() const { return told_.count; }
  int wrong() const { return told_.wrong; }
  void hang() const { ASSERT_EQ(::kill(process_.id(), SIGSTOP), 0); }
  void go_on() const { ASSERT_EQ(::kill(process_.id(), SIGCONT), 0); }

 private:
  struct Told {
    std::atomic<bool> met{false};
    std::atomic<int> count{0}, wrong{0};
  };
  void run(const char* topic) {
    rclcpp::init(0, nullptr);
    const auto node = std::make_shared<rclcpp::Node>("reader");
    const auto in = node->create_subscription<std_msgs::msg::String>(
        topic, rclcpp::QoS(rclcpp::KeepAll()).reliable(),
        [this](const std_msgs::msg::String& text) {
          const int number = std::atoi(text.data.c_str());
          if (number < 0) {
            told_.met = true;
          } else if (number != told_.count++) {
            ++told_.wrong;
          }
        });
    rclcpp::spin(node);
  }

  Told& told_;
  const Child process_;
};

struct Board {
  Board(const std::string& port, std::uint32_t key, const char* topic, std::uint8_t qos) {
    xrce_posix_udp_init(&net, "127.0.0.1", port.c_str());
    xrce_session_init(&session, &net.link, &xrce_posix_platform, key);
    node.kind = XRCE_PARTICIPANT;
    node.name = topic + 1;
    node.type = "";
    xrce_add(&session, &node);
    writer.kind = XRCE_DATA_WRITER;
    writer.name = topic;
    writer.type = "std_msgs::msg::dds_::String_";
    writer.node = &node;
    writer.qos = qos;
    xrce_add(&session, &writer);
  }
  ~Board() { xrce_session_end(&session); }
  /// @return whether there was room.
  bool write(int number) {
    std::string text = std::to_string(number);
    text.resize(kTextBytes, '.');
    xrce_sample sample;
    if (xrce_start_sample(&session, &writer, 5 + text.size(), nullptr, 0, &sample) != XRCE_OK) {
      return false;
    }
    xrce_put_string(&sample.cdr, text.c_str());
    return xrce_end_sample(&sample) == XRCE_OK;
  }
  bool write_next() {
    if (!write(written)) return false;
    ++written;
    return true;
  }

  xrce_posix_net net{};
  xrce_session session{};
  xrce_entity node{}, writer{};
  int written = 0;
};

// With shared memory, and without.
class HangingReaderTest : public ::testing::TestWithParam<bool> {
 protected:
  static void SetUpTestSuite() {
    const std::string domain = std::to_string(ranvier::support::own_domain());
    ::setenv("ROS_DOMAIN_ID", domain.c_str(), 1);
    ::setenv("XRCE_DOMAIN_ID_OVERRIDE", domain.c_str(), 1);
    ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
    ::setenv("RANVIER_KEEP_ALL_SAMPLES", "100", 1);
  }
  HangingReaderTest() { ::setenv("RANVIER_SHM", GetParam() ? "1" : "0", 1); }
};
INSTANTIATE_TEST_SUITE_P(Over, HangingReaderTest, ::testing::Bool(), [](const auto& of) {
  return std::string(of.param ? "SharedMemory" : "Dds");
});

TEST_P(HangingReaderTest, ItHoldsItsOwnBoardBackAndNoOtherAndLosesNothing) {
  const Reader held("/held"), other("/other");  // before this process has another thread
  AgentProcess agent({"udp4", "-p", "0"});
  const std::string port = agent.where();
  Board first(port, 1, "/held", XRCE_QOS_RELIABLE), second(port, 2, "/other", XRCE_QOS_RELIABLE);
  const auto both = [&](auto done) {
    return eventually([&] {
      xrce_spin(&first.session, 0);
      xrce_spin(&second.session, 0);
      return done();
    });
  };
  ASSERT_TRUE(both([&] { return xrce_ready(&first.session) && xrce_ready(&second.session); }));
  ASSERT_TRUE(both([&] {
    if (!held.met()) first.write(-1);
    if (!other.met()) second.write(-1);
    return held.met() && other.met();
  }));
  held.hang();
  int since_room = 0;  // for two seconds at least there is none
  ASSERT_TRUE(both([&] {
    since_room = first.write_next() ? 0 : since_room + 1;
    return since_room > 2000;
  })) << first.written;
  EXPECT_LT(held.count(), first.written);

  const int then = other.count();
  ASSERT_TRUE(both([&] {
    second.write_next();
    return other.count() > then + 1000;
  })) << "the other board waits too: "
      << other.count() - then;
  EXPECT_EQ(other.wrong(), 0);
  EXPECT_TRUE(first.session.up) << "it is only held back";

  held.go_on();
  const int all = first.written + 10;
  ASSERT_TRUE(both([&] {
    if (first.written < all) first.write_next();
    return held.count() == all;
  })) << held.count()
      << " of " << all;
  EXPECT_EQ(held.wrong(), 0);
  EXPECT_EQ(first.writer.lost, 0);
}

}  // namespace
}  // namespace ranvier::micro
