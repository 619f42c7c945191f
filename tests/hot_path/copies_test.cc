// How often bulk data is copied between two processes of a host: an unmodified
// publisher and subscription, loans, and views of what was built in place. This
// program is both: with an argument it is the subscriber.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "../support/fork_child.h"
#include "../support/own_domain.h"
#include "bench_interfaces/msg/stamped250kb.hpp"
#include "count_copies.h"
#include "ranvier/build.hpp"
#include "ranvier/view.hpp"
#include "rclcpp/rclcpp.hpp"
#include "sensor_msgs/msg/image.hpp"
#include "sensor_msgs/msg/view/image.hpp"

namespace {

using bench_interfaces::msg::Stamped250kb;
using sensor_msgs::msg::Image;
using ImageView = ranvier::View<Image>;

constexpr int kMessages = 5;
constexpr std::size_t kImageSize = 640 * 480 * 3;

/// What the rights of the mapping are that bulk data lies in, if it is one of shared
/// memory: "r--s" or "rw-s". Else nothing.
std::string shared_as(const void* address) {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    unsigned long from = 0, to = 0;
    char rights[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &from, &to, rights) != 3) continue;
    const auto at = reinterpret_cast<unsigned long>(address);
    if (at < from || at >= to) continue;
    return line.find("/dev/shm/") != std::string::npos ? rights : "";
  }
  return {};
}

std::uint8_t content(int message, std::size_t i) {
  return static_cast<std::uint8_t>(static_cast<std::size_t>(message) * 31 + i * 7 + (i >> 9));
}
template <class Data>
void fill(Data& data, int message) {
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = content(message, i);
}
template <class Data>
bool right(const Data& data, int message) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i] != content(message, i)) return false;
  }
  return true;
}

// --- The subscriber ------------------------------------------------------------------

/// Says in a line what each message took, until a signal ends it.
class Listener final : public rclcpp::Node {
 public:
  Listener() : Node("listener") {}

  template <class Message, class Argument>
  void listen() {
    subscription_ = create_subscription<Message>(
        "bulk", 10, [this](Argument message) { heard(std::forward<Argument>(message)); });
  }

 private:
  template <class Argument>
  void heard(Argument&& message) {
    const std::size_t copies = hot_path::copies_of_all_threads();
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(at(message))>>) {
      at(message).data[0] ^= 1;  // it is ours to write
      at(message).data[0] ^= 1;
    }
    std::printf("%zu %d %s.\n", copies - before_, right(at(message).data, count_),
                shared_as(place_of(at(message))).c_str());
    std::fflush(stdout);
    before_ = hot_path::copies_of_all_threads();
    ++count_;
  }
  template <class T>
  static const void* place_of(const T& message) {
    return message.data.data();
  }
  static const ImageView& at(const ImageView& view) { return view; }
  static const Image& at(const Image& message) { return message; }
  static const Stamped250kb& at(const Stamped250kb& message) { return message; }
  template <class T>
  static T& at(const std::unique_ptr<T>& message) {
    return *message;
  }
  template <class T>
  static T& at(const std::shared_ptr<T>& message) {
    return *message;
  }

  rclcpp::SubscriptionBase::SharedPtr subscription_;
  std::size_t before_ = 0;
  int count_ = 0;
};

int listen(const std::string& what) {
  rclcpp::init(0, nullptr);
  const auto listener = std::make_shared<Listener>();
  if (what == "image") listener->listen<Image, const Image&>();
  if (what == "shared image") listener->listen<Image, std::shared_ptr<const Image>>();
  if (what == "own image") listener->listen<Image, std::unique_ptr<Image>>();
  if (what == "writable image") listener->listen<Image, std::shared_ptr<Image>>();
  if (what == "view") listener->listen<ImageView, const ImageView&>();
  if (what == "fixed") listener->listen<Stamped250kb, const Stamped250kb&>();
  if (what == "shared") listener->listen<Stamped250kb, std::shared_ptr<const Stamped250kb>>();
  if (what == "own") listener->listen<Stamped250kb, std::unique_ptr<Stamped250kb>>();
  rclcpp::spin(listener);
  return 0;
}

/// A process of this program with that argument, and what it says.
class Subscriber final {
 public:
  explicit Subscriber(const char* what) {
    int ends[2];
    if (::pipe(ends) != 0) std::abort();
    id_ = ranvier::support::fork_child();
    if (id_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::execl("/proc/self/exe", "subscriber", what, nullptr);
      ::_exit(1);
    }
    ::close(ends[1]);
    says_ = ::fdopen(ends[0], "r");
  }
  ~Subscriber() {
    ::kill(id_, SIGTERM);  // so that it tells DDS of its end
    ::waitpid(id_, nullptr, 0);
    std::fclose(says_);
  }
  Subscriber(const Subscriber&) = delete;
  /// "<copies> <whether all was right> <rights of the shared memory, or nothing>."
  std::string line() {
    char text[100] = {};
    if (std::fgets(text, sizeof text, says_) == nullptr) return "(it ended)";
    return std::string(text).substr(0, std::string(text).find('.'));
  }

 private:
  pid_t id_;
  std::FILE* says_;
};

// --- The publisher -------------------------------------------------------------------

class Copies : public ::testing::Test {
 protected:
  Copies() { rclcpp::init(0, nullptr); }
  ~Copies() override { rclcpp::shutdown(); }

  /// Publishes with `publish(publisher, number)`, which returns the copies it made.
  template <class Message, class Publish>
  void exchange(const char* listens, std::size_t out, const std::string& in, Publish publish) {
    auto subscriber = std::make_unique<Subscriber>(listens);
    const auto node = std::make_shared<rclcpp::Node>("talker");
    const auto publisher = node->create_publisher<Message>("bulk", 10);
    while (publisher->get_subscription_count() == 0) std::this_thread::yield();
    for (int i = 0; i < kMessages; ++i) {
      EXPECT_EQ(publish(*publisher, i), out) << i;
      EXPECT_EQ(subscriber->line(), in) << i;
    }
    subscriber.reset();
    while (publisher->get_subscription_count() != 0)
      std::this_thread::yield();  // the next is alone
  }
  /// Copies of much that `run` makes.
  template <class Run>
  static std::size_t copies(Run run) {
    const std::size_t before = hot_path::copies_of_this_thread();
    run();
    return hot_path::copies_of_this_thread() - before;
  }
  static Image image(int number) {
    Image image;
    image.data.resize(kImageSize);
    fill(image.data, number);
    return image;
  }
  static std::size_t publish_image(rclcpp::Publisher<Image>& publisher, int number) {
    const Image message = image(number);
    return copies([&] { publisher.publish(message); });
  }
};

TEST_F(Copies, AnImageIsCopiedByThePublisherAlone) {
  for (const char* listens : {"image", "shared image"}) {
    exchange<Image>(listens, 1, "0 1 r--s", publish_image);
  }
}

TEST_F(Copies, AnImageThatIsGivenAwayIsCopiedByThePublisherAlone) {
  exchange<Image>("image", 1, "0 1 r--s", [](auto& publisher, int number) {
    auto message = std::make_unique<Image>(image(number));
    return copies([&] { publisher.publish(std::move(message)); });
  });
}

TEST_F(Copies, WhoWantsAnImageOfItsOwnToWriteGetsACopy) {
  for (const char* listens : {"own image", "writable image"}) {
    exchange<Image>(listens, 1, "1 1 ", publish_image);
  }
}

TEST_F(Copies, AnImageThatIsBuiltAndSeenIsNotCopied) {
  Image head;
  head.encoding = "rgb8";
  exchange<Image>("view", 0, "0 1 r--s", [&](auto& publisher, int number) {
    return copies([&] {
      auto image = ranvier::build(publisher, head, kImageSize, &Image::data);
      EXPECT_EQ(shared_as(image.data()), "rw-s");
      fill(image, number);
      image.publish();
    });
  });
}

TEST_F(Copies, AViewOfAnImageThatWasPublishedCopiesNothing) {
  exchange<Image>("view", 1, "0 1 r--s", publish_image);
}

TEST_F(Copies, AMessageOfFixedSizeIsCopiedByThePublisherAlone) {
  for (const char* listens : {"fixed", "shared"}) {
    exchange<Stamped250kb>(listens, 1, "0 1 r--s", [](auto& publisher, int number) {
      const auto message = std::make_unique<Stamped250kb>();
      fill(message->data, number);
      return copies([&] { publisher.publish(*message); });
    });
  }
}

TEST_F(Copies, ALoanIsNotCopied) {
  for (const char* listens : {"fixed", "shared"}) {
    exchange<Stamped250kb>(listens, 0, "0 1 r--s", [](auto& publisher, int number) {
      EXPECT_TRUE(publisher.can_loan_messages());
      return copies([&] {
        auto loan = publisher.borrow_loaned_message();
        EXPECT_EQ(shared_as(&loan.get()), "rw-s");
        fill(loan.get().data, number);
        publisher.publish(std::move(loan));
        EXPECT_FALSE(loan.is_valid());
      });
    });
  }
}

// What is to be filled is not cleared before.
TEST_F(Copies, ALoanIsBorrowedWithAllButItsBulkCleared) {
  Subscriber subscriber("fixed");
  const auto node = std::make_shared<rclcpp::Node>("talker");
  const auto publisher = node->create_publisher<Stamped250kb>("bulk", 10);
  while (publisher->get_subscription_count() == 0) std::this_thread::yield();
  const auto borrow = [&] { return publisher->borrow_loaned_message(); };
  const void* const before = [&] {
    auto loan = borrow();
    loan.get().header.size = 7;
    fill(loan.get().data, 3);
    return &loan.get();
  }();
  const auto loan = borrow();
  ASSERT_EQ(&loan.get(), before);
  EXPECT_EQ(loan.get().header, Stamped250kb().header);
  EXPECT_TRUE(right(loan.get().data, 3));
}

TEST_F(Copies, WhoWantsALoanOfItsOwnToWriteGetsACopy) {
  exchange<Stamped250kb>("own", 0, "1 1 ", [](auto& publisher, int number) {
    return copies([&] {
      auto loan = publisher.borrow_loaned_message();
      fill(loan.get().data, number);
      publisher.publish(std::move(loan));
    });
  });
}

// The publisher's process has a subscription too: all read the one block.
TEST_F(Copies, ALoanIsReadInItsOwnProcessWhereItIsTooWhileOthersReadIt) {
  const auto node = std::make_shared<rclcpp::Node>("here");
  std::shared_ptr<const Stamped250kb> shared;
  std::unique_ptr<Stamped250kb> own;
  const auto one = node->create_subscription<Stamped250kb>(
      "bulk", 10, [&](std::shared_ptr<const Stamped250kb> message) { shared = message; });
  const auto two = node->create_subscription<Stamped250kb>(
      "bulk", 10, [&](std::unique_ptr<Stamped250kb> message) { own = std::move(message); });
  Subscriber subscriber("fixed");
  const auto publisher = node->create_publisher<Stamped250kb>("bulk", 10);
  while (publisher->get_subscription_count() < 3) std::this_thread::yield();
  for (int i = 0; i < kMessages; ++i) {
    auto loan = publisher->borrow_loaned_message();
    const Stamped250kb* const address = &loan.get();
    fill(loan.get().data, i);
    publisher->publish(std::move(loan));
    while (!shared || !own) rclcpp::spin_some(node);
    EXPECT_EQ(shared.get(), address);
    EXPECT_EQ(shared_as(own.get()), "");
    own->data[0] ^= 1;
    EXPECT_EQ(subscriber.line(), "0 1 r--s");
    EXPECT_TRUE(right(shared->data, i));
    shared.reset();
    own.reset();
  }
}

TEST_F(Copies, ALoanThatIsReleasedIsACopyOnTheHeap) {
  Subscriber subscriber("fixed");
  const auto node = std::make_shared<rclcpp::Node>("talker");
  const auto publisher = node->create_publisher<Stamped250kb>("bulk", 10);
  EXPECT_EQ(shared_as(&publisher->borrow_loaned_message().get()), "") << "nobody would read it";
  while (publisher->get_subscription_count() == 0) std::this_thread::yield();
  auto loan = publisher->borrow_loaned_message();
  ASSERT_EQ(shared_as(&loan.get()), "rw-s");
  fill(loan.get().data, 3);
  const std::unique_ptr<Stamped250kb> released = loan.release();
  EXPECT_FALSE(loan.is_valid());
  EXPECT_EQ(shared_as(released.get()), "");
  EXPECT_TRUE(right(released->data, 3));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[0]) == "subscriber") return listen(argv[1]);
  ::testing::InitGoogleTest(&argc, argv);
  ::setenv("ROS_DOMAIN_ID", std::to_string(ranvier::support::own_domain()).c_str(), 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  ::setenv("RANVIER_SHM", "1", 1);
  return RUN_ALL_TESTS();
}
