// What a program on Cyclone's own API does to join with the files of an enclave.
#pragma once

#include <dds/dds.h>

#include <filesystem>
#include <string>

namespace ranvier::support {

/// Names Cyclone's plugins and the files in the enclave's folder in the QoS of a participant, as
/// rmw_cyclonedds does.
inline void secure(dds_qos_t* qos, const std::filesystem::path& folder) {
  const auto file = [&](const char* property, const char* name) {
    dds_qset_prop(qos, property, ("file:" + (folder / name).string()).c_str());
  };
  file("dds.sec.auth.identity_ca", "identity_ca.cert.pem");
  file("dds.sec.auth.identity_certificate", "cert.pem");
  file("dds.sec.auth.private_key", "key.pem");
  file("dds.sec.access.permissions_ca", "permissions_ca.cert.pem");
  file("dds.sec.access.governance", "governance.p7s");
  file("dds.sec.access.permissions", "permissions.p7s");
  if (std::filesystem::exists(folder / "crl.pem")) {
    file("org.eclipse.cyclonedds.sec.auth.crl", "crl.pem");
  }
  const struct {
    const char *part, *library, *function;
  } plugins[] = {{"auth", "dds_security_auth", "authentication"},
                 {"crypto", "dds_security_crypto", "crypto"},
                 {"access", "dds_security_ac", "access_control"}};
  for (const auto& one : plugins) {
    const std::string name = std::string("dds.sec.") + one.part + ".library.";
    dds_qset_prop(qos, (name + "path").c_str(), one.library);
    dds_qset_prop(qos, (name + "init").c_str(), (std::string("init_") + one.function).c_str());
    dds_qset_prop(qos, (name + "finalize").c_str(),
                  (std::string("finalize_") + one.function).c_str());
  }
}

}  // namespace ranvier::support
