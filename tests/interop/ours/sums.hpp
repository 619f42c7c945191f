// The service of the interop tests: the sum of two numbers, and a text of any size.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <test_msgs/srv/basic_types.hpp>

#include "modes.hpp"

namespace interop {

/// Where a service keeps the two numbers and their sum, and a text if it has one. PyPI's
/// ROS 2 has BasicTypes alone.
struct Sums {
  using Type = example_interfaces::srv::AddTwoInts;
  static auto& a(Type::Request& of) { return of.a; }
  static auto& b(Type::Request& of) { return of.b; }
  static auto& sum(Type::Response& of) { return of.sum; }
  static void ask_for(Type::Request&, std::uint32_t) {}
  static std::uint32_t asked(const Type::Request&) { return 0; }
  static std::string* text(Type::Response&) { return nullptr; }
};
struct BasicSums {
  using Type = test_msgs::srv::BasicTypes;
  static auto& a(Type::Request& of) { return of.int64_value; }
  static auto& b(Type::Request& of) { return of.int32_value; }
  static auto& sum(Type::Response& of) { return of.int64_value; }
  static void ask_for(Type::Request& of, std::uint32_t size) { of.uint32_value = size; }
  static std::uint32_t asked(const Type::Request& of) { return of.uint32_value; }
  static std::string* text(Type::Response& of) { return &of.string_value; }
};

/// Calls `with(Sums{})` for the type that `--type` names.
template <class With>
void with_sums(const Options& options, With with) {
  if (options.get("type", "") == "test_msgs/srv/BasicTypes") return with(BasicSums{});
  with(Sums{});
}

/// `volley COUNT BASE [SIZE]`: one call after the other, of i and BASE, each with a text of
/// SIZE letters in its reply.
struct Volley {
  explicit Volley(const Words& words)
      : count(std::stoll(words.at(1))),
        base(std::stoi(words.at(2))),
        size(words.size() > 3 ? static_cast<std::uint32_t>(std::stoul(words[3])) : 0) {}
  std::int64_t count;
  int base;
  std::uint32_t size;
};

/// Makes one client's calls. Threads: its node spins on another.
template <class Of>
class Caller {
 public:
  using Type = typename Of::Type;
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kPatience{60}, kLate{1};

  Caller(rclcpp::Node& node, const std::string& service)
      : client_(node.create_client<Type>(service)) {}

  rclcpp::Client<Type>& client() { return *client_; }

  /// `call A B [SIZE]`; the reply is reported when it comes.
  void call(const Words& words) {
    auto request = std::make_shared<typename Type::Request>();
    Of::a(*request) = std::stoll(words.at(1));
    Of::b(*request) = std::stoi(words.at(2));
    if (words.size() > 3) {
      Of::ask_for(*request, static_cast<std::uint32_t>(std::stoul(words[3])));
    }
    const auto begin = Clock::now();
    client_->async_send_request(request, [begin](typename rclcpp::Client<Type>::SharedFuture f) {
      auto& reply = *f.get();
      Event event("reply");
      event.put("value", Of::sum(reply))
          .put("ms", (Clock::now() - begin) / std::chrono::milliseconds(1));
      if (const std::string* text = Of::text(reply); text && !text->empty()) {
        event.put("size", static_cast<std::int64_t>(text->size())).put("phase", phase_of(*text));
      }
    });
  }

  /// Blocks until all calls have their reply or have waited kPatience for it.
  void volley(const Volley& calls) {
    std::int64_t right = 0, wrong = 0, lost = 0, late = 0;
    for (std::int64_t i = 0; i < calls.count; ++i) {
      const auto begin = Clock::now();
      auto future = client_->async_send_request(request(calls, i));
      if (future.wait_for(kPatience) != std::future_status::ready) {
        ++lost;
        continue;
      }
      is_right(calls, i, *future.get()) ? ++right : ++wrong;
      late += Clock::now() - begin > kLate;
    }
    Event("volley").put("right", right).put("wrong", wrong).put("lost", lost).put("late", late);
  }

 private:
  static auto request(const Volley& calls, std::int64_t number) {
    auto request = std::make_shared<typename Type::Request>();
    Of::a(*request) = number;
    Of::b(*request) = calls.base;
    Of::ask_for(*request, calls.size);
    return request;
  }
  static bool is_right(const Volley& calls, std::int64_t number, typename Type::Response& reply) {
    const std::string* text = Of::text(reply);
    const auto phase = static_cast<std::size_t>(number % 26);
    return Of::sum(reply) == number + calls.base && (!text || *text == pattern(phase, calls.size));
  }

  typename rclcpp::Client<Type>::SharedPtr client_;
};

}  // namespace interop
