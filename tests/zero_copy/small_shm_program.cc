// Two processes in a mount namespace of their own, with a /dev/shm as the arguments say:
// options for mount(8), or "none"; then what is sent: sizes in bytes. Ends with 0 if all of it
// came, in order; what is logged is on stderr.
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "../support/fork_child.h"
#include "../support/own_domain.h"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

namespace {

using std_msgs::msg::String;
constexpr int kCannot = 77;

void fail(const char* what) {
  std::perror(what);
  std::_Exit(kCannot);
}

// "full" is a small one without room.
void mount_shm(const std::string& options) {
  if (::unshare(CLONE_NEWNS) != 0) fail("unshare");
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) fail("mount, private");
  if (options == "none") {
    if (::mount("none", "/dev", "tmpfs", 0, "size=64k") != 0) fail("mount /dev");
    // Without it Cyclone draws its ids from the time: both processes would have the same.
    if (::mknod("/dev/urandom", S_IFCHR | 0666, makedev(1, 9)) != 0) fail("mknod urandom");
    return;
  }
  const bool full = options == "full", read_only = options == "read-only";
  const std::string size = full || read_only ? "size=2m" : options;
  if (::mount("none", "/dev/shm", "tmpfs", 0, size.c_str()) != 0) fail("mount /dev/shm");
  if (full) std::ofstream("/dev/shm/other") << std::string(4 << 20, 'x');
  if (read_only && ::mount("none", "/dev/shm", nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0) {
    fail("mount, read-only");
  }
}

String message(std::size_t size, std::size_t number) {
  String made;
  made.data.assign(size, static_cast<char>('a' + number % 26));
  return made;
}

rclcpp::QoS qos() { return rclcpp::QoS(100).reliable(); }

int listen(const std::vector<std::size_t>& sizes) {
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("listener");
  std::size_t count = 0;
  bool right = true;
  auto subscription = node->create_subscription<String>("sizes", qos(), [&](const String& came) {
    right = right && count < sizes.size() && came.data == message(sizes[count], count).data;
    if (++count == sizes.size() || !right) rclcpp::shutdown();
  });
  rclcpp::spin(node);
  return right && count == sizes.size() ? 0 : 1;
}

int talk(const std::vector<std::size_t>& sizes, pid_t listener) {
  rclcpp::init(0, nullptr);
  auto node = std::make_shared<rclcpp::Node>("talker");
  auto publisher = node->create_publisher<String>("sizes", qos());
  while (publisher->get_subscription_count() == 0) ::usleep(1000);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    auto loaned = std::make_unique<String>(message(sizes[i], i));
    if (i % 2 == 0) publisher->publish(*loaned);
    else publisher->publish(std::move(loaned));
  }
  int status = 0;
  ::waitpid(listener, &status, 0);
  rclcpp::shutdown();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

}  // namespace

int main(int, char** argv) {
  const std::string domain = std::to_string(ranvier::support::own_domain());
  ::setenv("ROS_DOMAIN_ID", domain.c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  mount_shm(argv[1]);
  std::vector<std::size_t> sizes;
  for (char** size = argv + 2; *size != nullptr; ++size) sizes.push_back(std::stoul(*size));
  const pid_t listener = ranvier::support::fork_child();
  if (listener == 0) return listen(sizes);
  return talk(sizes, listener);
}
