"""Our messages against judges that we did not write. See docs/interfaces.md.

    oracle_test.py BUILD-FOLDER [unittest arguments]
"""
import hashlib
import json
import os
import pathlib
import sys
import unittest

import bridge
import rosbags_oracle as oracle
from ranvier_rosidl import model

BUILD = pathlib.Path(sys.argv.pop(1))
SAMPLES = int(os.environ.get("RANVIER_SAMPLES", "12"))
SEED = int(os.environ.get("RANVIER_SEED", "1"))


def facts(file):
    """The lines of a table of facts."""
    lines = (pathlib.Path(__file__).parent / file).read_text().splitlines()
    return [line for line in lines if line and line[0] != "#"]


def published_hashes():
    return dict(line.split() for line in facts("published_hashes.txt"))


def published_values(kind):
    """(type, name) -> value, of all "default" or all "constant"."""
    words = (line.split(" ", 3) for line in facts("published_values.txt"))
    return {(type_, name): json.loads(value) for of, type_, name, value in words if of == kind}


class OracleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bridge = bridge.Bridge(BUILD)
        cls.library, cls.definitions = bridge.definitions()
        cls.messages = bridge.messages()

    @classmethod
    def tearDownClass(cls):
        cls.bridge.close()


class TypesTest(OracleTest):
    def test_every_type_that_rosbags_knows_is_ours_with_its_fields_and_constants(self):
        for name, (constants, fields) in oracle.jazzy().fielddefs.items():
            with self.subTest(name):
                mine = self.messages[name]
                self.assertEqual([(n, d) for n, d in fields], oracle.fields_of(mine)[1])
                self.assertEqual([(n, t, v) for n, t, v in constants],
                                 [(c.name, c.type.scalar, c.value) for c in mine.constants])

    def test_every_hash_is_the_one_of_rosbags(self):
        store = oracle.jazzy()
        for name, (constants, fields) in list(store.fielddefs.items()):
            store.fielddefs[name] = (constants, oracle.char_as_uint8(tuple(fields)))
        for name in store.fielddefs:
            with self.subTest(name):
                self.assertEqual(self.bridge.ask("info", name)[0], store.hash_rihs01(name))

    def test_every_hash_is_the_one_that_the_generator_of_ros_2_wrote(self):
        published = published_hashes()
        for name, kind in self.kinds():
            if name in published:
                with self.subTest(name):
                    command = "info" if kind == "message" else kind
                    self.assertEqual(self.bridge.ask(command, name)[0], published[name])

    def description(self, kind, name):
        """What a node tells of the type, as ROS 2's generator writes it down."""
        def text(words):
            return bytes.fromhex(words[1:]).decode()

        def individual(of):
            return {"type_name": text(of[0]), "fields": [
                {"name": text(field), "type": {
                    "type_id": id_, "capacity": capacity, "string_capacity": string_capacity,
                    "nested_type_name": text(nested)}, "default_value": text(default)}
                for field, (id_, capacity, string_capacity, nested), default in of[1]]}

        whole, referenced = json.loads(" ".join(self.bridge.ask("describe", kind, name)))
        return {"type_description": individual(whole),
                "referenced_type_descriptions": [individual(one) for one in referenced]}

    def test_every_description_without_its_defaults_has_the_hash_that_is_announced(self):
        for name, kind in self.kinds():
            with self.subTest(name):
                told = self.description(kind, name)
                for part in (told["type_description"], *told["referenced_type_descriptions"]):
                    for field in part["fields"]:
                        del field["default_value"]
                digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
                command = "info" if kind == "message" else kind
                self.assertEqual("RIHS01_" + digest, self.bridge.ask(command, name)[0])

    def test_every_description_has_the_published_defaults_as_python_prints_them(self):
        published = published_values("default")
        for name in self.messages:
            for field in self.description("message", name)["type_description"]["fields"]:
                value = published.get((name, field["name"]), "")
                value = tuple(value) if isinstance(value, list) else value
                with self.subTest(name, field=field["name"]):
                    self.assertEqual(field["default_value"], str(value))

    def test_every_type_has_a_judge_of_its_hash(self):
        judged = {*published_hashes(), *oracle.jazzy().fielddefs}
        # Of common_interfaces 5.3.7 and 5.3.8, and of rosgraph_msgs 2.0.4 that of a list of what
        # is judged: no list that is published has them yet.
        new = {"geometry_msgs/msg/VelocityWithCovarianceStamped", "nav_msgs/msg/Trajectory",
               "nav_msgs/msg/TrajectoryPoint", "rosgraph_msgs/msg/Graph"}
        self.assertFalse(new & judged)
        alone = sorted({name for name, _ in self.kinds()} - judged - new)
        packages = {name.split("/")[0] for name in alone}
        self.assertLessEqual(packages, {"tf2_msgs", "rosbag2_interfaces"}, alone)

    def test_a_new_message_holds_the_published_defaults_and_zero_elsewhere(self):
        published = published_values("default")
        self.assertLessEqual({type_ for type_, _ in published}, set(self.messages))
        for name in self.messages:
            with self.subTest(name):
                values = json.loads(" ".join(self.bridge.ask("default", name)))
                self.assertEqual(values, self.new_values(name, published))

    def new_values(self, name, published):
        return [oracle.printed(published[name, field.name], field.type, self.messages)
                if (name, field.name) in published else self.zero(field.type, published)
                for field in self.messages[name].fields]

    def zero(self, type_, published):
        if type_.repeat != "none":
            count = type_.capacity if type_.repeat == "array" else 0
            return [self.zero(type_.element, published)] * count
        if type_.nested:
            return self.new_values(type_.scalar, published)
        return oracle.printed("" if type_.is_string else 0, type_, self.messages)

    def test_parts_of_services_and_actions_have_the_published_constants(self):
        mine = {(name, constant.name): constant.value for name, message in self.messages.items()
                if "/msg/" not in name for constant in message.constants}
        self.assertEqual(mine, published_values("constant"))

    def test_services_and_actions_name_their_parts(self):
        for name, kind in self.kinds():
            with self.subTest(name):
                if kind == "service":
                    package, folder, short = name.split("/")
                    self.assertEqual(
                        self.bridge.ask("service", name)[1:],
                        [f"{package}::{folder}::dds_::{short}_",
                         *(f"{name}_{part}" for part in ("Request", "Response", "Event"))])
                if kind == "action":
                    parts = ("Goal", "Result", "Feedback", "FeedbackMessage", "SendGoal",
                             "GetResult")
                    self.assertEqual(self.bridge.ask("action", name)[1:], [
                        *(f"{name}_{part}" for part in parts), "action_msgs/srv/CancelGoal"])

    def kinds(self):
        for one in self.definitions:
            if isinstance(one, model.Action):
                yield one.name, "action"
            for service in getattr(one, "services", (one,) if isinstance(one, model.Service) else ()):
                yield service.name, "service"
            for message in getattr(one, "messages", (one,)):
                yield message.name, "message"


class BytesTest(OracleTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.store = oracle.store_of({
            name: message for name, message in cls.messages.items()
            if not oracle.has_wstring(name, cls.messages)})

    def test_what_rosbags_writes_we_read_and_write_the_same(self):
        maker = oracle.Maker(self.store, self.messages, SEED)
        for name in self.store.fielddefs:
            for _ in range(SAMPLES):
                sample = maker.message(name)
                little = bytes(self.store.serialize_cdr(sample, name))
                with self.subTest(name, seed=SEED, payload=little.hex()):
                    values = oracle.values_of(sample, name, self.messages)
                    self.assertEqual(self.bridge.payload("recode", name, little.hex()),
                                     (little, values))
                    big = bytes(self.store.serialize_cdr(sample, name, little_endian=False))
                    self.assertEqual(self.bridge.payload("recode", name, big.hex()),
                                     (little, values))

    def test_what_we_write_rosbags_reads(self):
        for name in self.store.fielddefs:
            for seed in range(SEED, SEED + SAMPLES):
                with self.subTest(name, seed=seed):
                    payload, values = self.bridge.payload("random", name, seed)
                    sample = self.store.deserialize_cdr(payload, name)
                    self.assertEqual(oracle.values_of(sample, name, self.messages), values)
                    self.assertEqual(bytes(self.store.serialize_cdr(sample, name)), payload)

    def test_wide_strings_come_back_as_they_went(self):
        names = [name for name in self.messages if oracle.has_wstring(name, self.messages)]
        self.assertTrue(names)
        for name in names:
            for seed in range(SEED, SEED + SAMPLES):
                payload, values = self.bridge.payload("random", name, seed)
                self.assertEqual(self.bridge.payload("recode", name, payload.hex()),
                                 (payload, values), f"{name}, seed {seed}")


class HostileTest(OracleTest):
    # A std::string of 32 bytes may stand for 4 on the wire, a vector of 24 too,
    # and a decoder may grow through nested ones: more than this is not explained.
    BYTES_PER_INPUT_BYTE = 16

    def test_no_length_allocates_more_than_the_input_could_hold(self):
        for name in self.messages:
            for seed in range(SEED, SEED + 2):
                payload, _ = self.bridge.payload("random", name, seed)
                with self.subTest(name, seed=seed):
                    most = int(self.bridge.ask("hostile", name, payload.hex())[0])
                    self.assertLessEqual(most, self.BYTES_PER_INPUT_BYTE)


if __name__ == "__main__":
    unittest.main()
