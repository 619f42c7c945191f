// The table of trace events: the one place that declares them.
//
// Names, fields and meaning are those of the `ros2` provider of ROS 2 (the
// Jazzy release), so that existing analyses read our traces; those that begin with
// `ranvier_` are ours, for what those do not say. All else is derived
// from the table: the macro's check of its arguments, the records of a buffer,
// the CTF metadata, the provider of LTTng, which is C, and the page
// docs/trace_events.md.
//
// EVENT(name, rate, doc, fields...). A field is a letter and a name: P a pointer, N an
// int32, I an int64, U a uint64, S a string, G a gid: 16 bytes here, which a sink pads
// to the 24 of the event.
#pragma once

// clang-format off
#define RANVIER_TRACE_EVENTS(EVENT)                                                                \
  EVENT(rcl_init, kOnce, "a context was made; the version is that of the runtime",                 \
        P(context_handle), S(version))                                                             \
  EVENT(rcl_node_init, kOnce, "a node was made",                                                   \
        P(node_handle), P(rmw_handle), S(node_name), S(namespace))                                 \
  EVENT(rmw_publisher_init, kOnce, "a publisher's network end was made, with its GID",             \
        P(rmw_publisher_handle), G(gid))                                                           \
  EVENT(rcl_publisher_init, kOnce, "a publisher was made",                                         \
        P(publisher_handle), P(node_handle), P(rmw_publisher_handle), S(topic_name),               \
        U(queue_depth))                                                                            \
  EVENT(rclcpp_publish, kHot, "publish() was called with this object of the user",                 \
        P(message))                                                                                \
  EVENT(rclcpp_intra_publish, kHot, "the object is this message now, under way to its receivers",  \
        P(publisher_handle), P(message))                                                           \
  EVENT(rcl_publish, kHot, "the message has receivers in other processes, or is kept for some",    \
        P(publisher_handle), P(message))                                                           \
  EVENT(rmw_publish, kHot, "the message goes to the network; the time is its source timestamp",    \
        P(rmw_publisher_handle), P(message), I(timestamp))                                         \
  EVENT(rmw_subscription_init, kOnce, "a subscription's network end was made, with its GID",       \
        P(rmw_subscription_handle), G(gid))                                                        \
  EVENT(rcl_subscription_init, kOnce, "a subscription was made",                                   \
        P(subscription_handle), P(node_handle), P(rmw_subscription_handle), S(topic_name),         \
        U(queue_depth))                                                                            \
  EVENT(rclcpp_subscription_init, kOnce, "joins the handle of a subscription to its object",       \
        P(subscription_handle), P(subscription))                                                   \
  EVENT(rclcpp_subscription_callback_added, kOnce, "a subscription has this callback",             \
        P(subscription), P(callback))                                                              \
  EVENT(rmw_take, kHot, "a message was taken from the queue of a subscription",                    \
        P(rmw_subscription_handle), P(message), I(source_timestamp), N(taken))                     \
  EVENT(rcl_take, kHot, "the same moment, by the handle of the message alone",                     \
        P(message))                                                                                \
  EVENT(rclcpp_take, kHot, "the message is decoded, if it had to be, and ready for its callback",  \
        P(message))                                                                                \
  EVENT(rcl_service_init, kOnce, "a service was made",                                             \
        P(service_handle), P(node_handle), P(rmw_service_handle), S(service_name))                 \
  EVENT(rclcpp_service_callback_added, kOnce, "a service has this callback",                       \
        P(service_handle), P(callback))                                                            \
  EVENT(rcl_client_init, kOnce, "a client was made",                                               \
        P(client_handle), P(node_handle), P(rmw_client_handle), S(service_name))                   \
  EVENT(rcl_timer_init, kOnce, "a timer was made; the period is in nanoseconds",                   \
        P(timer_handle), I(period))                                                                \
  EVENT(rclcpp_timer_callback_added, kOnce, "a timer has this callback",                           \
        P(timer_handle), P(callback))                                                              \
  EVENT(rclcpp_timer_link_node, kOnce, "a timer is of this node",                                  \
        P(timer_handle), P(node_handle))                                                           \
  EVENT(rclcpp_callback_register, kOnce, "the name of a callback",                                 \
        P(callback), S(symbol))                                                                    \
  EVENT(callback_start, kHot, "a callback begins; whether its message came as an object",          \
        P(callback), N(is_intra_process))                                                          \
  EVENT(callback_end, kHot, "a callback has ended",                                                \
        P(callback))                                                                               \
  EVENT(rcl_lifecycle_state_machine_init, kOnce, "a managed node has this state machine",          \
        P(node_handle), P(state_machine))                                                          \
  EVENT(rcl_lifecycle_transition, kHot, "a managed node went from one state to another",           \
        P(state_machine), S(start_label), S(goal_label))                                           \
  EVENT(rclcpp_executor_get_next_ready, kHot, "an executor looks for work")                        \
  EVENT(rclcpp_executor_wait_for_work, kHot, "an executor waits for work; nanoseconds at most",    \
        I(timeout))                                                                                \
  EVENT(rclcpp_executor_execute, kHot, "an executor runs the work of this handle",                 \
        P(handle))                                                                                 \
  EVENT(rclcpp_ipb_to_subscription, kOnce, "a queue within the process is of this subscription",   \
        P(ipb), P(subscription))                                                                   \
  EVENT(rclcpp_buffer_to_ipb, kOnce, "a ring is of this queue within the process",                 \
        P(buffer), P(ipb))                                                                         \
  EVENT(rclcpp_construct_ring_buffer, kOnce, "a ring was made for so many messages",               \
        P(buffer), U(capacity))                                                                    \
  EVENT(rclcpp_ring_buffer_enqueue, kHot, "a message went into a ring, and pushed one out or not", \
        P(buffer), U(index), U(size), N(overwritten))                                              \
  EVENT(rclcpp_ring_buffer_dequeue, kHot, "a message was taken from a ring",                       \
        P(buffer), U(index), U(size))                                                              \
  EVENT(rclcpp_ring_buffer_clear, kHot, "upstream: a ring was emptied; ours end as they are",        \
        P(buffer))                                                                                 \
  EVENT(ranvier_deliver, kHot, "a message came to a subscription; when and by whom published",     \
        P(subscription_handle), P(message), I(source_timestamp), G(publisher_gid))                 \
  EVENT(ranvier_drop, kHot, "a message went past its callback: history, expired, undecodable",     \
        P(subscription_handle), P(message), S(reason))                                             \
  EVENT(ranvier_request_send, kHot, "a request has this name; the time is when it was sent",       \
        P(client_handle), U(client), I(number), I(timestamp))                                      \
  EVENT(ranvier_request_take, kHot, "a service takes the request of this name",                    \
        P(service_handle), U(client), I(number))                                                   \
  EVENT(ranvier_response_send, kHot, "a service answers the request of this name",                 \
        P(service_handle), U(client), I(number))                                                   \
  EVENT(ranvier_response_take, kHot, "a client takes the answer to its request of this name",      \
        P(client_handle), U(client), I(number))                                                    \
  EVENT(ranvier_goal_accept, kHot, "the server of an action accepts a goal; 16 bytes are its id",  \
        G(goal_id), S(action))                                                                     \
  EVENT(ranvier_goal_status, kHot, "a goal has this status, as action_msgs/GoalStatus numbers it", \
        G(goal_id), N(status))                                                                     \
  EVENT(ranvier_parameter_set, kHot, "a parameter of a node has this value now",                   \
        P(node_handle), S(name), S(value))                                                         \
  EVENT(ranvier_fini, kHot, "an object has ended; its kind is named as its first event",           \
        P(handle), S(kind))                                                                        \
  EVENT(ranvier_user, kHot, "RANVIER_TRACING_EVENT() of a program: its name and its number",       \
        S(name), I(value))                                                                         \
  EVENT(ranvier_cpu_wait, kHot, "a thread waited so long for a CPU, within so many nanoseconds",   \
        N(thread), I(waited), I(within))                                                           \
  EVENT(ranvier_cpu_time, kHot, "a thread of this name has run for so many nanoseconds since it "  \
        "began, in so many turns; of each once a second; thread 0: the process, with all threads " \
        "that have ended",                                                                         \
        N(thread), S(name), I(used), I(turns))                                                     \
  EVENT(ranvier_client_callback_added, kOnce, "a client has this callback for the answers",        \
        P(client_handle), P(callback))                                                             \
  EVENT(ranvier_group_link, kOnce, "this handle's callbacks are of this group; reentrant: 1",      \
        P(handle), P(group), N(reentrant))                                                         \
  EVENT(ranvier_executor_thread, kOnce, "a thread comes to an executor, one of its first: its "    \
        "policy as sched(7) numbers it, its priority (of a policy without one: nice), which of "   \
        "the first 64 CPUs it may use",                                                            \
        P(thread_handle), P(executor), N(thread), N(policy), N(priority), U(cpus))                 \
  EVENT(ranvier_endpoint_type, kOnce, "what a publisher, a subscription, a service or a client "   \
        "carries; has_fixed_size: 1 if all messages have as many bytes; policies as rmw numbers "  \
        "them; depth 0: keep all",                                                                 \
        P(handle), S(type), N(has_fixed_size), N(reliability), N(durability), U(depth))            \
  EVENT(ranvier_message_size, kHot, "a message of this publisher or client has so many encoded "   \
        "bytes; of each at most ten a second",                                                     \
        P(handle), U(bytes))                                                                       \
  EVENT(ranvier_allocate, kHot, "memory was taken from the heap: 0 malloc, 1 calloc, 2 realloc, "  \
        "3 aligned; the place is a number of this recording",                                      \
        P(address), U(size), N(kind), U(place))                                                    \
  EVENT(ranvier_free, kHot, "memory was given back to the heap",                                   \
        P(address))                                                                                \
  EVENT(ranvier_allocation_place, kHot, "a line of the call stack of a place; depth 0 called the " \
        "function of the heap",                                                                    \
        U(place), N(depth), P(address), S(symbol))
// clang-format on
