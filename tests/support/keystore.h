// A keystore of SROS 2 as users have one, made by the command openssl.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ranvier::support {

/// Whether there is the command; tests that need it skip otherwise.
inline bool has_openssl() { return std::system("openssl version >/dev/null 2>&1") == 0; }

/// What an enclave may do, and in which domains and until when all of it is in force.
struct Grant {
  std::string publish = "*";  ///< one DDS topic
  std::string subscribe = "*";
  std::string until = "2090-01-01T00:00:00";
  int first_domain = 0;
  std::string graph = "ros_discovery_info";
};

/// A keystore in a folder of its own, which goes with it. The governance is that of SROS 2.
class Keystore final {
 public:
  Keystore() {
    std::string form = std::filesystem::temp_directory_path() / "ranvier-keystore-XXXXXX";
    folder_ = ::mkdtemp(form.data());
    std::filesystem::create_directories(folder_ + "/enclaves");
    key("ca.key.pem");
    openssl("req -x509 -new -key ca.key.pem -days 3650 -subj /CN=sros2CA -out ca.cert.pem");
    write(folder_ + "/governance.xml", governance());
    sign("governance", "governance");
  }
  ~Keystore() { std::filesystem::remove_all(folder_); }
  Keystore(const Keystore&) = delete;
  Keystore& operator=(const Keystore&) = delete;

  const std::string& folder() const { return folder_; }
  std::string enclave(const std::string& name) const { return folder_ + "/enclaves" + name; }

  /// Makes the enclave, or its permissions anew.
  void add(const std::string& name, const Grant& grant = {}) {
    const std::string own = "enclaves" + name;
    std::filesystem::create_directories(folder_ + "/" + own);
    key(own + "/key.pem");
    openssl("req -new -key " + own + "/key.pem -subj '/CN=\\" + name + "' -out request.pem");
    openssl(
        "x509 -req -in request.pem -CA ca.cert.pem -CAkey ca.key.pem -CAcreateserial -days "
        "3650 -out " +
        own + "/cert.pem");
    write(folder_ + "/" + own + "/permissions.xml", permissions(name, grant));
    sign(own + "/permissions", own + "/permissions");
    for (const char* ca : {"identity_ca.cert.pem", "permissions_ca.cert.pem"}) {
      copy("ca.cert.pem", own + "/" + ca);
    }
    copy("governance.p7s", own + "/governance.p7s");
  }

 private:
  static void write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  void copy(const std::string& from, const std::string& to) const {
    std::filesystem::copy_file(folder_ + "/" + from, folder_ + "/" + to,
                               std::filesystem::copy_options::overwrite_existing);
  }
  void openssl(const std::string& words) const {
    const std::string command = "cd '" + folder_ + "' && openssl " + words + " >said 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }
  void key(const std::string& to) const {
    openssl("ecparam -name prime256v1 -genkey -noout -out " + to);
  }
  void sign(const std::string& from, const std::string& to) const {
    openssl("smime -sign -text -in " + from + ".xml -out " + to +
            ".p7s -signer ca.cert.pem -inkey ca.key.pem");
  }
  static std::string governance() {
    return "<?xml version=\"1.0\"?><dds><domain_access_rules><domain_rule><domains><id_range>"
           "<min>0</min><max>230</max></id_range></domains>"
           "<allow_unauthenticated_participants>false</allow_unauthenticated_participants>"
           "<enable_join_access_control>true</enable_join_access_control>"
           "<discovery_protection_kind>ENCRYPT</discovery_protection_kind>"
           "<liveliness_protection_kind>ENCRYPT</liveliness_protection_kind>"
           "<rtps_protection_kind>SIGN</rtps_protection_kind><topic_access_rules><topic_rule>"
           "<topic_expression>*</topic_expression>"
           "<enable_discovery_protection>true</enable_discovery_protection>"
           "<enable_liveliness_protection>true</enable_liveliness_protection>"
           "<enable_read_access_control>true</enable_read_access_control>"
           "<enable_write_access_control>true</enable_write_access_control>"
           "<metadata_protection_kind>ENCRYPT</metadata_protection_kind>"
           "<data_protection_kind>ENCRYPT</data_protection_kind></topic_rule>"
           "</topic_access_rules></domain_rule></domain_access_rules></dds>\n";
  }
  static std::string topics(const char* what, const std::string& topic, const std::string& graph) {
    return "<" + std::string(what) + "><topics><topic>" + topic + "</topic><topic>" + graph +
           "</topic></topics></" + what + ">";
  }
  static std::string permissions(const std::string& name, const Grant& grant) {
    return "<?xml version=\"1.0\"?><dds><permissions><grant name=\"" + name +
           "\"><subject_name>CN=" + name +
           "</subject_name><validity><not_before>2020-01-01T00:00:00</not_before><not_after>" +
           grant.until + "</not_after></validity><allow_rule><domains><id_range><min>" +
           std::to_string(grant.first_domain) + "</min><max>230</max></id_range></domains>" +
           topics("publish", grant.publish, grant.graph) +
           topics("subscribe", grant.subscribe, grant.graph) +
           "</allow_rule><default>DENY</default></grant></permissions></dds>\n";
  }

  std::string folder_;
};

}  // namespace ranvier::support
