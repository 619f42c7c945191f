"""Files of an enclave that are missing or wrong: what becomes of the process, and its words."""
import shutil
import time
import unittest

from processes import PROGRAM, PYTHON, SecurityTest, own_domain

FILES = ("identity_ca.cert.pem", "cert.pem", "key.pem", "permissions_ca.cert.pem", "governance.p7s",
         "permissions.p7s")
UNSECURED = "This process runs without security"


class Missing(SecurityTest):
    """Enforce is an error; otherwise there is one warning, and no security at all."""

    def enforced(self, words, reason, **environment):
        process = self.start(words=words, ROS_SECURITY_ENABLE="true",
                             ROS_SECURITY_STRATEGY="Enforce", **environment)
        self.assertTrue(process.begun.startswith("failed "), process.begun)
        self.assertIn("SECURITY ERROR: ", process.begun)
        self.assertIn(reason, process.begun)
        self.assertIn("ROS_SECURITY_STRATEGY='Enforce' rules out", process.begun)
        self.assertEqual(process.end()[0], 1)

    def permissive(self, words, reason, strategy, **environment):
        process = self.started(words=words, ROS_SECURITY_ENABLE="true",
                               ROS_SECURITY_STRATEGY=strategy, **environment)
        self.assertEqual(process.plugins(), [])
        process.ask("publish chatter clear")
        plain = self.started()
        plain.ask("listen chatter")
        self.assertEqual(plain.hear(), "clear")
        plain.end()
        status, said = process.end()
        self.assertEqual(status, 0)
        lines = [line for line in said.splitlines() if "[WARN]" in line]
        self.assertEqual(len(lines), 1, said)
        self.assertIn(UNSECURED, lines[0])
        self.assertIn(reason, lines[0])

    def both(self, reason, words=(PROGRAM,), **environment):
        self.enforced(words, reason, **environment)
        self.permissive(words, reason, "Permissive", **environment)

    def test_no_keystore_is_named(self):
        for words in ((PROGRAM,), PYTHON):
            self.both("ROS_SECURITY_KEYSTORE is empty", words)

    def test_an_enclave_that_is_not_there_is_named(self):
        folder = self.keys.path / "enclaves/nosuch"
        self.both(f"directory '{folder}' does not exist",
                  ROS_SECURITY_KEYSTORE=self.keys.path, ROS_SECURITY_ENCLAVE_OVERRIDE="/nosuch")

    def test_each_missing_file_is_named(self):
        for name in FILES:
            with self.subTest(name):
                folder = self.keys.enclave(f"/without_{name.replace('.', '_')}")
                (folder / name).unlink()
                self.enforced((PROGRAM,), f"In '{folder}' there is no '{name}'",
                              ROS_SECURITY_KEYSTORE=self.keys.path,
                              ROS_SECURITY_ENCLAVE_OVERRIDE=f"/{folder.name}")
        self.permissive(PYTHON, f"there is no '{name}'", "", ROS_SECURITY_KEYSTORE=self.keys.path,
                        ROS_SECURITY_ENCLAVE_OVERRIDE=f"/{folder.name}")

    def test_only_the_word_enforce_enforces(self):
        for strategy in ("", "enforce", "ENFORCE", "Permissive"):
            with self.subTest(strategy):
                self.permissive((PROGRAM,), "is empty", strategy)


class Wrong(SecurityTest):
    """Files that are there and wrong are an error with every strategy."""

    def refused(self, enclave, reason, **environment):
        for strategy in ("Enforce", "Permissive"):
            with self.subTest(enclave, strategy=strategy):
                process = self.start(enclave, strategy=strategy, **environment)
                self.assertTrue(process.begun.startswith("failed "), process.begun)
                self.assertIn(f"as enclave '{enclave}'", process.begun)
                self.assertIn(str(self.keys.enclave(enclave)), process.begun)
                self.assertRegex(process.begun, reason)
                self.assertEqual(process.end()[0], 1)

    def test_permissions_that_somebody_changed_are_refused(self):
        file = self.keys.enclave("/changed") / "permissions.p7s"
        file.write_text(file.read_text().replace("CN=/changed", "CN=/charged"))
        self.refused("/changed", "(?i)permission|p7s|signature|verif")

    def test_permissions_of_another_enclave_are_refused(self):
        shutil.copy(self.keys.enclave("/one") / "permissions.p7s", self.keys.enclave("/other"))
        self.refused("/other", "(?i)subject|permission")

    def test_permissions_that_have_ended_are_refused(self):
        self.keys.end("/late", time.time() - 60)
        self.refused("/late", "expired")

    def test_a_revoked_enclave_is_refused(self):
        self.keys.enclave("/lost")
        self.keys.make("revoke_enclave", self.keys.path, "/lost")
        self.refused("/lost", "revoked")

    def test_a_domain_that_the_governance_does_not_name_is_refused(self):
        other = own_domain() % 100 + 1
        self.refused("/one", f"(?i)domain {other}", ROS_DOMAIN_ID=other)

    def test_files_that_are_no_keys_are_refused(self):
        for name in FILES:
            enclave = f"/garbage_{name.replace('.', '_')}"
            file = self.keys.enclave(enclave) / name
            file.unlink()
            file.write_bytes(b"\0garbage\xff")
            self.refused(enclave, "(?i)fail|invalid|could not|error")

    def test_an_enclave_that_is_no_name_is_refused_before_its_folder_is_looked_for(self):
        for words in ((PROGRAM,), PYTHON):
            for name in ("relative", "/two//slashes", "/1digit"):
                with self.subTest(name):
                    process = self.start(None, words=words, arguments=(
                        "--ros-args", "--enclave", name), ROS_SECURITY_ENABLE="true",
                        ROS_SECURITY_STRATEGY="Enforce", ROS_SECURITY_KEYSTORE=self.keys.path)
                    self.assertRegex(process.begun, f"failed .*{name}")
                    self.assertEqual(process.end()[0], 1)


if __name__ == "__main__":
    unittest.main()
