// The table of trace events: the one place that declares them.
//
// Names, fields and meaning are those of the `ros2` provider of the field (the
// Jazzy release), so that existing analyses read our traces. A gid is 16 bytes
// here; a sink pads it to the 24 of the event.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ranvier::trace {

enum class FieldType : std::uint8_t { kPointer, kInt64, kUint64, kString, kGid };

struct FieldInfo {
  std::string_view name;
  FieldType type;
};

struct EventInfo {
  static constexpr std::size_t kMaxFields = 6;
  std::string_view name;
  bool on_hot_path;  ///< a runtime event; else once per object
  std::size_t field_count;
  std::array<FieldInfo, kMaxFields> fields;
};

// clang-format off
#define RANVIER_TRACE_EVENTS(EVENT)                                                             \
  EVENT(rcl_init, false, P(context_handle), S(version))                                         \
  EVENT(rcl_node_init, false, P(node_handle), P(rmw_handle), S(node_name), S(namespace))        \
  EVENT(rmw_publisher_init, false, P(rmw_publisher_handle), G(gid))                             \
  EVENT(rcl_publisher_init, false, P(publisher_handle), P(node_handle),                         \
        P(rmw_publisher_handle), S(topic_name), U(queue_depth))                                 \
  EVENT(rclcpp_publish, true, P(message))                                                       \
  EVENT(rclcpp_intra_publish, true, P(publisher_handle), P(message))                            \
  EVENT(rcl_publish, true, P(publisher_handle), P(message))                                     \
  EVENT(rmw_publish, true, P(rmw_publisher_handle), P(message), I(timestamp))                   \
  EVENT(rmw_subscription_init, false, P(rmw_subscription_handle), G(gid))                       \
  EVENT(rcl_subscription_init, false, P(subscription_handle), P(node_handle),                   \
        P(rmw_subscription_handle), S(topic_name), U(queue_depth))                              \
  EVENT(rclcpp_subscription_init, false, P(subscription_handle), P(subscription))               \
  EVENT(rclcpp_subscription_callback_added, false, P(subscription), P(callback))                \
  EVENT(rmw_take, true, P(rmw_subscription_handle), P(message), I(source_timestamp), I(taken))  \
  EVENT(rcl_take, true, P(message))                                                             \
  EVENT(rclcpp_take, true, P(message))                                                          \
  EVENT(rcl_service_init, false, P(service_handle), P(node_handle), P(rmw_service_handle),      \
        S(service_name))                                                                        \
  EVENT(rclcpp_service_callback_added, false, P(service_handle), P(callback))                   \
  EVENT(rcl_client_init, false, P(client_handle), P(node_handle), P(rmw_client_handle),         \
        S(service_name))                                                                        \
  EVENT(rcl_timer_init, false, P(timer_handle), I(period))                                      \
  EVENT(rclcpp_timer_callback_added, false, P(timer_handle), P(callback))                       \
  EVENT(rclcpp_timer_link_node, false, P(timer_handle), P(node_handle))                         \
  EVENT(rclcpp_callback_register, false, P(callback), S(symbol))                                \
  EVENT(callback_start, true, P(callback), I(is_intra_process))                                 \
  EVENT(callback_end, true, P(callback))                                                        \
  EVENT(rcl_lifecycle_state_machine_init, false, P(node_handle), P(state_machine))              \
  EVENT(rcl_lifecycle_transition, true, P(state_machine), S(start_label), S(goal_label))        \
  EVENT(rclcpp_executor_get_next_ready, true)                                                   \
  EVENT(rclcpp_executor_wait_for_work, true, I(timeout))                                        \
  EVENT(rclcpp_executor_execute, true, P(handle))                                               \
  EVENT(rclcpp_ipb_to_subscription, false, P(ipb), P(subscription))                             \
  EVENT(rclcpp_buffer_to_ipb, false, P(buffer), P(ipb))                                         \
  EVENT(rclcpp_construct_ring_buffer, false, P(buffer), U(capacity))                            \
  EVENT(rclcpp_ring_buffer_enqueue, true, P(buffer), U(index), U(size), I(overwritten))         \
  EVENT(rclcpp_ring_buffer_dequeue, true, P(buffer), U(index), U(size))                         \
  EVENT(rclcpp_ring_buffer_clear, true, P(buffer))
// clang-format on

#define RANVIER_TRACE_NAME(name, ...) name,
enum class Event : std::uint8_t { RANVIER_TRACE_EVENTS(RANVIER_TRACE_NAME) };
#undef RANVIER_TRACE_NAME

namespace detail {

template <class... Fields>
constexpr EventInfo event(std::string_view name, bool on_hot_path, Fields... fields) {
  return {name, on_hot_path, sizeof...(fields), {fields...}};
}

#define P(name) FieldInfo{#name, FieldType::kPointer}
#define I(name) FieldInfo{#name, FieldType::kInt64}
#define U(name) FieldInfo{#name, FieldType::kUint64}
#define S(name) FieldInfo{#name, FieldType::kString}
#define G(name) FieldInfo{#name, FieldType::kGid}
#define RANVIER_TRACE_INFO(name, hot, ...) event(#name, hot __VA_OPT__(, ) __VA_ARGS__),
inline constexpr EventInfo kTable[] = {RANVIER_TRACE_EVENTS(RANVIER_TRACE_INFO)};
#undef RANVIER_TRACE_INFO
#undef P
#undef I
#undef U
#undef S
#undef G

}  // namespace detail

inline constexpr std::size_t kEventCount = std::size(detail::kTable);

/// Name and fields of an event.
constexpr const EventInfo& info(Event event) {
  return detail::kTable[static_cast<std::size_t>(event)];
}

}  // namespace ranvier::trace
