#include "ranvier/cyclone/denial.h"

#include <string_view>

namespace ranvier::cyclone {
namespace {

struct Words {
  const char* who;
  const char* access;     // of DDS topics
  const char* of_action;  // the attribute of <actions>
  const char* element;    // of the policy, and its attribute
  const char* attribute;
  const char* inner;
};

// By Wanted::Part.
constexpr Words kWords[] = {
    {"Publisher", "publish", "execute", "topics", "publish", "topic"},
    {"Subscription", "subscribe to", "call", "topics", "subscribe", "topic"},
    {"Service", "answer on", "execute", "services", "reply", "service"},
    {"Client", "call", "call", "services", "request", "service"},
};
constexpr std::string_view kOfAction = "/_action/";

const Words& words_of(const Wanted& wanted) {
  return kWords[static_cast<std::size_t>(wanted.part)];
}

std::string dds_topics(const Wanted& wanted) {
  const bool topic =
      wanted.part == Wanted::Part::kPublisher || wanted.part == Wanted::Part::kSubscription;
  if (topic) return " DDS topic 'rt" + wanted.name + "'";
  return " DDS topics 'rq" + wanted.name + "Request' and 'rr" + wanted.name + "Reply'";
}

std::string element(const char* name, const char* attribute, const char* inner,
                    std::string_view what) {
  return "<" + std::string(name) + " " + attribute + "=\"ALLOW\"><" + inner + ">" +
         std::string(what) + "</" + inner + "></" + name + ">";
}

std::string policy_line(const Wanted& wanted) {
  const Words& words = words_of(wanted);
  const auto action = wanted.name.find(kOfAction);
  if (action == std::string::npos) {
    return element(words.element, words.attribute, words.inner, wanted.name);
  }
  return element("actions", words.of_action, "action", wanted.name.substr(0, action));
}

std::string by_permissions(const NetworkOptions& options) {
  return " in domain " + std::to_string(options.domain) + ", by its permissions '" +
         options.security->path("permissions.p7s") + "'. ";
}

}  // namespace

Error explained(const Error& error, const Wanted& wanted, const NetworkOptions& options) {
  if (error.code != kDenied || !options.security) return error;
  const Words& words = words_of(wanted);
  const std::string& space = wanted.node.space;
  return {kDenied, std::string(words.who) + " '" + wanted.name + "' of node '" +
                       (space == "/" ? "" : space) + "/" + wanted.node.name + "': enclave '" +
                       options.security->enclave + "' may not " + words.access +
                       dds_topics(wanted) + by_permissions(options) + "In a policy, " +
                       policy_line(wanted) +
                       " allows it; then run `ros2 security create_permission`."};
}

Error explained_of_graph(const Error& error, const NetworkOptions& options) {
  if (error.code != kDenied || !options.security) return error;
  return {kDenied,
          "Cannot join the graph: enclave '" + options.security->enclave +
              "' may not publish and subscribe to DDS topic 'ros_discovery_info'" +
              by_permissions(options) +
              "All tools of SROS 2 allow it. Make the permissions anew with `ros2 security "
              "create_permission`."};
}

}  // namespace ranvier::cyclone
