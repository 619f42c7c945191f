"""Verbs of `ros2 security`, `ros2 doctor security`, and the listings of docs/security.md."""
import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

from support import BUILD, LIMIT_S, RAN, ROOT, CommandTest

POLICY = """<policy version="0.2.0"><enclaves><enclave path="/a"><profiles>
<profile ns="/" node="a"><topics publish="ALLOW"><topic>chatter</topic></topics></profile>
</profiles></enclave></enclaves></policy>
"""


def allowed(policy, node, access):
    """Give the names that a profile of that node allows."""
    names = []
    for profile in ElementTree.parse(policy).iter("profile"):
        if f"{profile.get('ns').rstrip('/')}/{profile.get('node')}" == node:
            names += [one.text for part in profile if part.get(access) == "ALLOW" for one in part]
    return names


class SecurityVerbs(CommandTest):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="ranvier-keys-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.keys = str(self.scratch / "keys")
        self.policy = self.scratch / "policy.xml"
        self.policy.write_text(POLICY)

    def test_a_keystore_gets_enclaves_permissions_and_new_keys(self):
        self.says(["security", "create_keystore", self.keys], f"creating keystore: {self.keys}\n")
        again = self.ros2("security", "create_keystore", self.keys)
        self.assertEqual((again.returncode, again.stderr.count("\n")), (1, 1), again.stderr)
        self.assertIn("is a keystore already", again.stderr)
        self.says(["security", "create_enclave", self.keys, "/a", "--expires", "2090-01-31"], "")
        self.prints(["security", "create_key", self.keys, "/b/c"], "old name: use 'create_enclave'")
        self.says(["security", "list_enclaves", self.keys], "/a\n/b/c\n")
        self.prints(["security", "list_keys", self.keys], "(?m)^/b/c$")
        self.says(["security", "create_permission", self.keys, "/a", str(self.policy)], "")
        permissions = pathlib.Path(self.keys, "enclaves/a/permissions.xml")
        self.assertIn("<topic>rt/chatter</topic>", permissions.read_text())
        self.assertIn("<not_after>2090-01-31T00:00:00<", permissions.read_text())
        self.prints(["security", "create_permission", self.keys, "/b/c", str(self.policy)],
                    "no enclave '/b/c'", status=1)
        self.says(["security", "rotate_enclave", self.keys, "/a", "--revoke"], "")
        self.assertIn("<topic>rt/chatter</topic>", permissions.read_text())
        self.says(["security", "revoke_enclave", self.keys, "/b/c"], "")
        self.prints(["doctor", "security", self.keys, "-e", "/b/c"],
                    r"(?m)^error: '.*/b/c/cert.pem' was revoked", status=1)

    def test_artifacts_are_made_of_names_and_policies(self):
        self.says(["security", "generate_artifacts", "--keystore-root-path", self.keys,
                   "--enclaves", "/x", "/y", "--policy-files", str(self.policy)], "")
        self.says(["security", "list_enclaves", self.keys], "/a\n/x\n/y\n")
        self.policy.write_text(POLICY.replace("publish", "write"))
        self.prints(["security", "generate_artifacts", "-k", self.keys, "-p", str(self.policy)],
                    r"^\S+/policy.xml:2: <topics> has no attribute 'write'", status=1)

    def test_a_policy_of_the_graph_names_actions_and_keeps_what_was_there(self):
        self.says(["security", "generate_policy", "--no-daemon", "--use-sim-time", "--spin-time",
                   "2", str(self.policy)], "")
        self.assertEqual(allowed(self.policy, "/a", "publish"), ["chatter"])
        self.assertIn("/chatter", allowed(self.policy, "/talker", "publish"))
        self.assertIn("/chatter", allowed(self.policy, "/listener", "subscribe"))
        self.assertIn("/talker/get_type_description", allowed(self.policy, "/talker", "reply"))
        self.assertIn("/fibonacci", allowed(self.policy, "/fibonacci_action_server", "execute"))
        for access in ("publish", "reply"):
            names = allowed(self.policy, "/fibonacci_action_server", access)
            self.assertEqual([name for name in names if "/_action/" in name], [])
        before = self.policy.read_text()
        self.says(["security", "generate_policy", str(self.policy)], "")
        self.assertEqual(self.policy.read_text(), before)
        self.says(["security", "merge", str(self.scratch / "one.xml"), str(self.policy),
                   "--enclave", "/container", "--from", "/"], "")
        self.assertIn('<enclave path="/container">', (self.scratch / "one.xml").read_text())
        self.assertEqual(allowed(self.scratch / "one.xml", "/a", "publish"), [])

    def test_doctor_says_what_is_wrong_with_a_keystore(self):
        self.ros2("security", "generate_artifacts", "-k", self.keys, "-e", "/a")
        self.prints(["doctor", "security", self.keys], "(?m)^1 enclaves of .*: no errors$")
        self.prints(["doctor", "security", self.keys, "--robot"], "delete private/", status=1)
        self.prints(["doctor", "security", self.keys, "--days", "4000"], "(?m)^warning: .* ends at")
        pathlib.Path(self.keys, "enclaves/a/key.pem").chmod(0o644)
        self.prints(["doctor", "security", self.keys], "(?m)^error: .*chmod 600", status=1)

    def test_the_listings_of_the_page_run(self):
        page = (ROOT / "docs/security.md").read_text()
        listings = re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)
        self.assertGreater(len(listings), 3)
        env = {**self.graph.env, "PATH": f"{BUILD}/bin:{self.graph.env['PATH']}",
               "ROS_SECURITY_KEYSTORE": ""}
        RAN.extend(tuple(line.split()[1:]) for text in listings for line in text.splitlines()
                   if line.startswith("ros2 "))
        done = subprocess.run(["bash", "-e", "-u", "-c", "\n".join(listings)], cwd=self.scratch,
                              env=env, capture_output=True, text=True, timeout=LIMIT_S,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, "(?m): no errors$")
