"""The events that name requests, goals, parameters, losses, ends, and a program's own; and what
the analyses make of them.

usage: events_test.py <program> <ranvier-trace>
"""
import json
import os
import re
import subprocess
import sys
import unittest

from processes import TracingTest

PROGRAM, RANVIER_TRACE = sys.argv.pop(1), sys.argv.pop(1)


class Events(TracingTest):
    def setUp(self):
        super().setUp()
        subprocess.run([PROGRAM], check=True, timeout=60,
                       env=self.environment(RANVIER_TRACE=self.folder))
        printed = subprocess.run([RANVIER_TRACE, "print", self.folder], capture_output=True,
                                 text=True, check=True, timeout=60)
        self.assertEqual(printed.stderr, "")
        self.events = [json.loads(line) for line in printed.stdout.splitlines()]

    def named(self, name):
        return [event for event in self.events if event["_name"] == f"ros2:{name}"]

    def handles(self, name, field, key, value):
        return {one[field] for one in self.named(name) if one[key] == value}

    def life(self, begin, field, handle):
        """From when to when `handle` was of the object that `begin` tells of: others may have
        had that address before, and get it afterwards."""
        [began] = [one["_timestamp"] for one in self.named(begin) if one[field] == handle][:1]
        ends = [one["_timestamp"] for one in self.named("ranvier_fini") if one["handle"] == handle]
        return (max([end for end in ends if end < began], default=0),
                min([end for end in ends if end > began], default=sys.maxsize))

    def of(self, name, field, handle, life):
        return [one for one in self.named(name)
                if one[field] == handle and life[0] <= one["_timestamp"] <= life[1]]

    def test_a_request_has_the_same_name_on_its_way_there_and_back(self):
        [client] = self.handles("rcl_client_init", "client_handle", "service_name", "/all/add")
        [service] = self.handles("rcl_service_init", "service_handle", "service_name", "/all/add")
        life = self.life("rcl_client_init", "client_handle", client)
        [sent] = self.of("ranvier_request_send", "client_handle", client, life)
        identity = (sent["client"], sent["number"])
        for name, field, handle in (("ranvier_request_take", "service_handle", service),
                                    ("ranvier_response_send", "service_handle", service),
                                    ("ranvier_response_take", "client_handle", client)):
            [found] = [one for one in self.named(name)
                       if (one["client"], one["number"]) == identity]
            self.assertEqual(found[field], handle, name)
            self.assertGreaterEqual(found["_timestamp"], sent["timestamp"])

    def test_a_client_runs_a_callback_for_its_answer(self):
        [client] = self.handles("rcl_client_init", "client_handle", "service_name", "/all/add")
        [callback] = self.handles("ranvier_client_callback_added", "callback", "client_handle",
                                  client)
        self.assertIn(callback, [one["callback"] for one in self.named("callback_start")])
        self.assertIn(callback, [one["callback"] for one in self.named("callback_end")])

    def test_each_handle_with_callbacks_is_of_a_group(self):
        linked = {one["handle"] for one in self.named("ranvier_group_link")}
        for kind, begin in (("subscription", "rcl_subscription_init"), ("timer", "rcl_timer_init"),
                            ("service", "rcl_service_init"), ("client", "rcl_client_init")):
            self.assertEqual({one[f"{kind}_handle"] for one in self.named(begin)} - linked, set())
        [narrow] = self.handles("rcl_subscription_init", "subscription_handle", "topic_name",
                                "/all/narrow")
        life = self.life("rcl_subscription_init", "subscription_handle", narrow)
        links = self.of("ranvier_group_link", "handle", narrow, life)
        self.assertEqual([one["reentrant"] for one in links], [0])

    def test_the_thread_that_runs_callbacks_came_to_an_executor(self):
        ran = {one["vtid"] for one in self.named("callback_start")}
        came = self.named("ranvier_executor_thread")
        self.assertEqual(ran - {one["thread"] for one in came}, set())
        for one in came:
            self.assertEqual(one["policy"], os.sched_getscheduler(0))
            self.assertEqual(one["priority"], os.getpriority(os.PRIO_PROCESS, 0))
            allowed = sum(1 << cpu for cpu in os.sched_getaffinity(0) if cpu < 64)
            self.assertEqual(one["cpus"], allowed)

    def analysed(self, *words):
        done = subprocess.run([RANVIER_TRACE, words[0], self.folder, *words[1:], "--json"],
                              capture_output=True, text=True, check=True, timeout=60)
        result = json.loads(done.stdout)
        self.assertEqual(result["complaints"], [])
        return result

    def test_a_chain_goes_through_the_service_and_back(self):
        found = self.analysed("chains", "--chain", "/all/add,/all/everything")
        whole = self.analysed("chains")
        way = "/all/everything -> /all/add request -> /all/everything -> /all/add response -> " \
              "/all/everything"
        self.assertIn(way, [one["chain"] for one in whole["chains"]])
        self.assertTrue(found["chains"])
        [service] = [one for one in whole["services"] if one["service"] == "/all/add"]
        self.assertEqual((service["calls"], service["unanswered"]), (1, 0))
        parts = [service[part]["max_ns"] for part in ("there", "service_part", "back")]
        self.assertEqual(sum(parts), service["round_trip"]["max_ns"])

    def test_goals_are_counted_by_their_status(self):
        [goal] = self.analysed("chains")["goals"]
        self.assertEqual((goal["action"], goal["status"], goal["goals"]),
                         ("/all/count", "succeeded", 1))
        [accepted] = self.named("ranvier_goal_accept")
        ended = self.named("ranvier_goal_status")[-1]
        self.assertEqual(goal["duration"]["max_ns"], ended["_timestamp"] - accepted["_timestamp"])

    def test_callbacks_say_their_group_and_threads_their_scheduling(self):
        result = self.analysed("callbacks")
        groups = {one["callback"]: one["group"] for one in result["callbacks"]}
        self.assertRegex(groups["/all/narrow of /all/everything"], r"^group \d+ \(exclusive\)$")
        self.assertEqual({one["thread"] for one in result["executor_threads"]},
                         {one["thread"] for one in self.named("ranvier_executor_thread")
                          if any(other["vtid"] == one["thread"] for other in self.events)})

    def test_a_goal_is_followed_to_its_end(self):
        [goal] = self.named("ranvier_goal_accept")
        self.assertEqual(goal["action"], "/all/count")
        self.assertNotEqual(goal["goal_id"][:16], [0] * 16)
        self.assertEqual(goal["goal_id"][16:], [0] * 8)
        states = [one["status"] for one in self.named("ranvier_goal_status")]
        self.assertEqual(states, [2, 4])  # executing, succeeded
        self.assertEqual({tuple(one["goal_id"]) for one in self.named("ranvier_goal_status")},
                         {tuple(goal["goal_id"])})

    def test_a_parameter_has_each_of_its_values(self):
        [node] = self.handles("rcl_node_init", "node_handle", "node_name", "everything")
        values = [one["value"] for one in self.named("ranvier_parameter_set")
                  if one["name"] == "speed" and one["node_handle"] == node]
        self.assertEqual([float(value) for value in values], [1.5, 2.5])

    def test_a_message_that_is_pushed_out_is_told_of_with_the_ring_that_it_was_in(self):
        [narrow] = self.handles("rcl_subscription_init", "subscription_handle", "topic_name",
                                "/all/narrow")
        dropped = [one for one in self.named("ranvier_drop")
                   if one["subscription_handle"] == narrow]
        self.assertEqual([one["reason"] for one in dropped], ["history"] * 2)
        delivered = [one["message"] for one in self.named("ranvier_deliver")
                     if one["subscription_handle"] == narrow]
        self.assertEqual([one["message"] for one in dropped], delivered[:2])
        life = self.life("rcl_subscription_init", "subscription_handle", narrow)
        [to] = self.of("rclcpp_ipb_to_subscription", "subscription", narrow, life)
        [of] = self.of("rclcpp_buffer_to_ipb", "ipb", to["ipb"], life)
        ring = of["buffer"]
        [made] = self.of("rclcpp_construct_ring_buffer", "buffer", ring, life)
        self.assertEqual(made["capacity"], 1)
        put = self.of("rclcpp_ring_buffer_enqueue", "buffer", ring, life)
        self.assertEqual([(one["size"], one["overwritten"]) for one in put],
                         [(1, 0), (1, 1), (1, 1)])
        got = self.of("rclcpp_ring_buffer_dequeue", "buffer", ring, life)
        self.assertEqual([(one["index"], one["size"]) for one in got], [(put[-1]["index"], 0)])

    def test_an_executor_looks_waits_and_runs_what_it_has_the_handle_of(self):
        [timer] = {one["timer_handle"] for one in self.named("rcl_timer_init")
                   if one["period"] == 1_000_000}
        ran = [one["handle"] for one in self.named("rclcpp_executor_execute")]
        self.assertIn(timer, ran)
        self.assertTrue(self.handles("rcl_subscription_init", "subscription_handle", "topic_name",
                                     "/all/narrow") <= set(ran))
        self.assertTrue(self.handles("rcl_service_init", "service_handle", "service_name",
                                     "/all/add") <= set(ran))
        self.assertTrue(self.named("rclcpp_executor_get_next_ready"))
        self.assertTrue(all(one["timeout"] >= -1
                            for one in self.named("rclcpp_executor_wait_for_work")))
        self.assertTrue(self.named("rclcpp_executor_wait_for_work"))

    def test_what_began_has_ended(self):
        ended = {(one["kind"], one["handle"]) for one in self.named("ranvier_fini")}
        for kind, begin in (("node", "rcl_node_init"), ("publisher", "rcl_publisher_init"),
                            ("subscription", "rcl_subscription_init"),
                            ("service", "rcl_service_init"), ("client", "rcl_client_init"),
                            ("timer", "rcl_timer_init")):
            begun = {(kind, one[f"{kind}_handle"]) for one in self.named(begin)}
            self.assertTrue(begun)
            self.assertEqual(begun - ended, set())

    def test_callbacks_are_called_as_the_program_calls_them(self):
        [narrow] = self.handles("rcl_subscription_init", "subscription_handle", "topic_name",
                                "/all/narrow")
        life = self.life("rcl_subscription_init", "subscription_handle", narrow)
        [added] = self.of("rclcpp_subscription_callback_added", "subscription", narrow, life)
        heard = added["callback"]
        [service] = self.handles("rcl_service_init", "service_handle", "service_name", "/all/add")
        # A later service may have the same address.
        called = min(self.named("rclcpp_service_callback_added"), key=lambda one: (
            one["service_handle"] != service, one["_timestamp"]))["callback"]
        [timer] = {one["timer_handle"] for one in self.named("rcl_timer_init")
                   if one["period"] == 1_000_000}
        [ticked] = self.handles("rclcpp_timer_callback_added", "callback", "timer_handle", timer)
        for callback, function in ((heard, "drop_two"), (called, "call_service"),
                                   (ticked, "tick")):
            # Another callback may have had that address before, or get it afterwards.
            symbols = [one["symbol"] for one in self.named("rclcpp_callback_register")
                       if one["callback"] == callback]
            self.assertTrue(any(re.search(rf"^\(anonymous namespace\)::{function}\(.*lambda", one)
                                for one in symbols), f"{function} is none of {symbols}")

    def test_each_callback_that_starts_has_a_name(self):
        named = {one["callback"] for one in self.named("rclcpp_callback_register")}
        self.assertEqual({one["callback"] for one in self.named("callback_start")} - named, set())

    def test_a_program_has_an_event_of_its_own(self):
        [own] = self.named("ranvier_user")
        self.assertEqual((own["name"], own["value"]), ("the end is near", -7))


if __name__ == "__main__":
    unittest.main()
