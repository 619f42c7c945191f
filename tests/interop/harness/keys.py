"""Keys and signed documents for DDS Security, made by openssl, and the configuration of
Cyclone DDS that uses them."""

import os
import shutil
import subprocess

import pytest

from harness.cast import program

GOVERNANCE = """<?xml version="1.0" encoding="UTF-8"?>
<dds><domain_access_rules><domain_rule>
<domains><id>{domain}</id></domains>
<allow_unauthenticated_participants>false</allow_unauthenticated_participants>
<enable_join_access_control>true</enable_join_access_control>
<discovery_protection_kind>ENCRYPT</discovery_protection_kind>
<liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>
<rtps_protection_kind>{rtps}</rtps_protection_kind>
<topic_access_rules><topic_rule><topic_expression>*</topic_expression>
<enable_discovery_protection>true</enable_discovery_protection>
<enable_liveliness_protection>true</enable_liveliness_protection>
<enable_read_access_control>true</enable_read_access_control>
<enable_write_access_control>true</enable_write_access_control>
<metadata_protection_kind>ENCRYPT</metadata_protection_kind>
<data_protection_kind>ENCRYPT</data_protection_kind>
</topic_rule></topic_access_rules></domain_rule></domain_access_rules></dds>
"""
PERMISSIONS = """<?xml version="1.0" encoding="UTF-8"?>
<dds><permissions><grant name="peer"><subject_name>CN=peer</subject_name>
<validity><not_before>2020-01-01T00:00:00</not_before><not_after>2099-01-01T00:00:00</not_after>
</validity><allow_rule><domains><id>{domain}</id></domains>
<publish><topics><topic>*</topic></topics></publish>
<subscribe><topics><topic>*</topic></topics></subscribe>
</allow_rule><default>DENY</default></grant></permissions></dds>
"""
CONFIG = """<CycloneDDS><Domain><Security>
<Authentication><Library path="dds_security_auth" initFunction="init_authentication"
  finalizeFunction="finalize_authentication"/>
<IdentityCertificate>file:{0}/cert.pem</IdentityCertificate>
<IdentityCA>file:{0}/ca.pem</IdentityCA><PrivateKey>file:{0}/key.pem</PrivateKey>
</Authentication>
<Cryptographic><Library path="dds_security_crypto" initFunction="init_crypto"
  finalizeFunction="finalize_crypto"/></Cryptographic>
<AccessControl><Library path="dds_security_ac" initFunction="init_access_control"
  finalizeFunction="finalize_access_control"/>
<PermissionsCA>file:{0}/ca.pem</PermissionsCA><Governance>file:{0}/governance.p7s</Governance>
<Permissions>file:{0}/permissions.p7s</Permissions></AccessControl>
</Security></Domain></CycloneDDS>
"""


def secured(folder, domain: int, rtps: str) -> str:
    """A CYCLONEDDS_URI whose participants in `domain` encrypt all that they send, made in
    `folder`.

    @param rtps  the protection of whole packets beside that: NONE or SIGN"""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make keys with")
    made = _Keystore(folder)
    made.authority()
    made.peer()
    made.sign("governance", GOVERNANCE.format(domain=domain, rtps=rtps))
    made.sign("permissions", PERMISSIONS.format(domain=domain))
    config = folder / "cyclonedds.xml"
    config.write_text(CONFIG.format(folder))
    return f"file://{config}"


class Enclaves:
    """A keystore of ours, made by `ranvier security` in `folder` for `domain`."""

    def __init__(self, folder, domain: int) -> None:
        self._folder = folder / "enclaves_of_ours"
        self._domain = domain
        self._make("create_keystore")

    def join(self, name: str) -> dict:
        """Makes the enclave; gives the environment of a process that joins with it."""
        self._make("create_enclave", name)
        return {"ROS_SECURITY_KEYSTORE": str(self._folder), "ROS_SECURITY_ENABLE": "true",
                "ROS_SECURITY_STRATEGY": "Enforce",
                "ROS_SECURITY_ENCLAVE_OVERRIDE": name}  # fmt: skip

    def permit(self, name: str, policy) -> None:
        """Gives an enclave that is there the rights of a policy."""
        self._make("create_permission", name, str(policy))

    def _make(self, verb: str, *words: str) -> None:
        ranvier = program("RANVIER_INTEROP_RANVIER", "the program ranvier")
        subprocess.run([ranvier, "security", verb, str(self._folder), *words], check=True,
                       env={**os.environ, "ROS_DOMAIN_ID": str(self._domain)},
                       capture_output=True)  # fmt: skip


class _Keystore:
    def __init__(self, folder) -> None:
        self._folder = folder

    def _openssl(self, *words) -> None:
        subprocess.run(["openssl", *words], cwd=self._folder, check=True, capture_output=True)

    def _key(self, name: str) -> None:
        self._openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", name)

    def authority(self) -> None:
        self._key("ca_key.pem")
        self._openssl("req", "-x509", "-new", "-key", "ca_key.pem", "-days", "3650",
                      "-subj", "/CN=authority", "-out", "ca.pem")  # fmt: skip

    def peer(self) -> None:
        self._key("key.pem")
        self._openssl("req", "-new", "-key", "key.pem", "-subj", "/CN=peer", "-out", "peer.csr")
        self._openssl("x509", "-req", "-in", "peer.csr", "-CA", "ca.pem", "-CAkey", "ca_key.pem",
                      "-CAcreateserial", "-days", "3650", "-out", "cert.pem")  # fmt: skip

    def sign(self, name: str, text: str) -> None:
        (self._folder / f"{name}.xml").write_text(text)
        self._openssl("smime", "-sign", "-text", "-in", f"{name}.xml", "-out", f"{name}.p7s",
                      "-signer", "ca.pem", "-inkey", "ca_key.pem")  # fmt: skip
