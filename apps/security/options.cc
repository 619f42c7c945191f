#include "options.h"

#include <CLI/CLI.hpp>

namespace ranvier::security {
namespace {

constexpr const char* kRoot = "the folder of the keystore";
constexpr const char* kName = "name of an enclave: /talker";

CLI::App* add_verb(CLI::App& app, const char* name, const char* words, Options& to) {
  CLI::App* verb = app.add_subcommand(name, words);
  verb->callback([&to, name] { to.verb = name; });
  return verb;
}

void add_root(CLI::App* verb, Options& to) { verb->add_option("ROOT", to.root, kRoot)->required(); }

void add_name(CLI::App* verb, Options& to) {
  add_root(verb, to);
  verb->add_option("NAME", to.enclave, kName)->required();
}

void add_expires(CLI::App* verb, Options& to) {
  verb->add_option("--expires", to.expires,
                   "until when what is made holds: 2027-01-31 or 2027-01-31T12:00:00 (UTC); "
                   "without it for 3650 days");
}

void add_sros2_verbs(CLI::App& app, Options& to) {
  CLI::App* verb = add_verb(app, "create_keystore", "make a keystore", to);
  add_root(verb, to);
  add_expires(verb, to);
  verb = add_verb(app, "create_enclave", "make an enclave that may do everything", to);
  add_name(verb, to);
  add_expires(verb, to);
  verb = add_verb(app, "create_permission", "write an enclave's permissions from a policy", to);
  add_name(verb, to);
  verb->add_option("POLICY_FILE", to.policy, "the policy, with that enclave in it")->required();
  add_expires(verb, to);
  verb = add_verb(app, "generate_artifacts", "make all that names and policies ask for", to);
  verb->add_option("-k,--keystore-root-path", to.root,
                   "the folder of the keystore (ROS_SECURITY_KEYSTORE)");
  verb->add_option("-e,--enclaves", to.enclaves, "names of enclaves");
  verb->add_option("-p,--policy-files", to.policies, "policies");
  add_expires(verb, to);
  add_root(add_verb(app, "list_enclaves", "print the names of the enclaves", to), to);
}

void add_our_verbs(CLI::App& app, Options& to) {
  CLI::App* verb = add_verb(app, "rotate_enclave", "give an enclave a new key, same rights", to);
  add_name(verb, to);
  verb->add_flag("--revoke", to.revokes, "refuse the old certificate from now on (crl.pem)");
  add_expires(verb, to);
  add_name(add_verb(app, "revoke_enclave", "refuse an enclave from now on (crl.pem)", to), to);
  verb = add_verb(app, "merge", "add policies to one file, or to one enclave of it", to);
  verb->add_option("OUT", to.out, "the file; '-' prints it")->required();
  verb->add_option("POLICY_FILE", to.policies, "policies; '-' reads one from the input")
      ->required();
  verb->add_option("--enclave", to.enclave,
                   "puts all nodes into this enclave: for a container, which has one");
  verb->add_option("--from", to.from, "with --enclave: the nodes of these enclaves alone");
  verb = add_verb(app, "inspect", "look for what is wrong with a keystore", to);
  verb->add_option("ROOT", to.root, "the folder of the keystore (ROS_SECURITY_KEYSTORE)");
  verb->add_option("-e,--enclaves", to.enclaves, "names of enclaves; without it all");
  verb->add_option("--days", to.days, "say what ends within so many days")->capture_default_str();
  verb->add_flag("--robot", to.on_robot, "it lies on a robot: private/ is wrong there");
}

}  // namespace

std::optional<int> parse_command_line(int argc, char** argv, Options& to) {
  CLI::App app("Keystores, enclaves and permissions of ROS 2 (SROS 2).");
  app.name("ranvier security");
  app.require_subcommand(1);
  add_sros2_verbs(app, to);
  add_our_verbs(app, to);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return std::nullopt;
}

}  // namespace ranvier::security
