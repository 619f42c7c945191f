// Which profiles match, and how policies are spelled.
#include "rmw/qos_profiles.h"

#include <cstdio>
#include <cstring>

#include "ranvier/msg/qos.h"
#include "rcutils/error_handling.h"

namespace {

template <class Value>
struct Spelling {
  Value value;
  const char* text;
};

template <class Value, std::size_t Size>
const char* text_of(const Spelling<Value> (&table)[Size], Value value) {
  for (const auto& entry : table) {
    if (entry.value == value) return entry.text;
  }
  return nullptr;
}

template <class Value, std::size_t Size>
Value value_of(const Spelling<Value> (&table)[Size], const char* text, Value otherwise) {
  for (const auto& entry : table) {
    if (text && std::strcmp(entry.text, text) == 0) return entry.value;
  }
  return otherwise;
}

constexpr Spelling<rmw_qos_durability_policy_e> kDurability[] = {
    {RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, "transient_local"},
    {RMW_QOS_POLICY_DURABILITY_VOLATILE, "volatile"},
    {RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE, "best_available"}};
constexpr Spelling<rmw_qos_history_policy_e> kHistory[] = {
    {RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_HISTORY_KEEP_LAST, "keep_last"},
    {RMW_QOS_POLICY_HISTORY_KEEP_ALL, "keep_all"}};
constexpr Spelling<rmw_qos_liveliness_policy_e> kLiveliness[] = {
    {RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_LIVELINESS_AUTOMATIC, "automatic"},
    {RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC, "manual_by_topic"},
    {RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE, "best_available"}};
constexpr Spelling<rmw_qos_reliability_policy_e> kReliability[] = {
    {RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT, "system_default"},
    {RMW_QOS_POLICY_RELIABILITY_RELIABLE, "reliable"},
    {RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT, "best_effort"},
    {RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE, "best_available"}};
rmw_qos_policy_kind_t kind_of(ranvier::QosPolicy policy) {
  return static_cast<rmw_qos_policy_kind_t>(1 << static_cast<int>(policy));
}

/// Collects sentences in the caller's buffer, cut where it ends.
class Verdict {
 public:
  Verdict(char* reason, std::size_t size) : reason_(reason), size_(reason ? size : 0) {
    if (size_ > 0) reason_[0] = '\0';
  }
  void error(const char* sentence) {
    worst_ = RMW_QOS_COMPATIBILITY_ERROR;
    add("ERROR: ", sentence);
  }
  void warning(const char* sentence) {
    if (worst_ == RMW_QOS_COMPATIBILITY_OK) worst_ = RMW_QOS_COMPATIBILITY_WARNING;
    add("WARNING: ", sentence);
  }
  rmw_qos_compatibility_type_t worst() const { return worst_; }

 private:
  void add(const char* kind, const char* sentence) {
    if (size_ == 0) return;
    const std::size_t used = std::strlen(reason_);
    std::snprintf(reason_ + used, size_ - used, "%s%s;", kind, sentence);
  }

  char* reason_;
  std::size_t size_;
  rmw_qos_compatibility_type_t worst_ = RMW_QOS_COMPATIBILITY_OK;
};

template <class Policy>
bool open(Policy value, Policy system_default, Policy unknown) {
  return value == system_default || value == unknown;
}

bool is_none(rmw_time_t time) {
  const rmw_time_t infinite = RMW_DURATION_INFINITE;
  return (time.sec == 0 && time.nsec == 0) || rmw_time_equal(time, infinite);
}

// Whether the reader asks for less time than the writer promises.
bool asks_too_much(rmw_time_t offered, rmw_time_t requested) {
  if (is_none(requested)) return false;
  return is_none(offered) || rmw_time_total_nsec(offered) > rmw_time_total_nsec(requested);
}

void check_reliability(const rmw_qos_profile_t& pub, const rmw_qos_profile_t& sub, Verdict& to) {
  const auto unknown = [](auto value) {
    return open(value, RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
                RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
  };
  const bool best_effort = pub.reliability == RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  const bool reliable = sub.reliability == RMW_QOS_POLICY_RELIABILITY_RELIABLE;
  if (best_effort && reliable) to.error("Best effort publisher and reliable subscription");
  if ((best_effort && unknown(sub.reliability)) || (unknown(pub.reliability) && reliable) ||
      (unknown(pub.reliability) && unknown(sub.reliability))) {
    to.warning("Reliability is left to the system: it may not match");
  }
}

void check_durability(const rmw_qos_profile_t& pub, const rmw_qos_profile_t& sub, Verdict& to) {
  const auto unknown = [](auto value) {
    return open(value, RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT,
                RMW_QOS_POLICY_DURABILITY_UNKNOWN);
  };
  const bool is_volatile = pub.durability == RMW_QOS_POLICY_DURABILITY_VOLATILE;
  const bool transient = sub.durability == RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  if (is_volatile && transient) to.error("Volatile publisher and transient local subscription");
  if ((is_volatile && unknown(sub.durability)) || (unknown(pub.durability) && transient) ||
      (unknown(pub.durability) && unknown(sub.durability))) {
    to.warning("Durability is left to the system: it may not match");
  }
}

void check_liveliness(const rmw_qos_profile_t& pub, const rmw_qos_profile_t& sub, Verdict& to) {
  const auto unknown = [](auto value) {
    return open(value, RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
                RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
  };
  const bool automatic = pub.liveliness == RMW_QOS_POLICY_LIVELINESS_AUTOMATIC;
  const bool manual = sub.liveliness == RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC;
  if (automatic && manual) {
    to.error("Automatic liveliness of the publisher and manual by topic of the subscription");
  }
  if ((automatic && unknown(sub.liveliness)) || (unknown(pub.liveliness) && manual)) {
    to.warning("Liveliness is left to the system: it may not match");
  }
}

}  // namespace

namespace {

// Whether each is one of its enumeration.
bool are_policies(const rmw_qos_profile_t& profile) {
  return profile.history <= RMW_QOS_POLICY_HISTORY_UNKNOWN &&
         profile.reliability <= RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE &&
         profile.durability <= RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE &&
         profile.liveliness <= RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE;
}

}  // namespace

rmw_ret_t rmw_qos_profile_check_compatible(const rmw_qos_profile_t publisher_profile,
                                           const rmw_qos_profile_t subscription_profile,
                                           rmw_qos_compatibility_type_t* compatibility,
                                           char* reason, size_t reason_size) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(compatibility, RMW_RET_INVALID_ARGUMENT);
  if (reason_size != 0) RCUTILS_CHECK_ARGUMENT_FOR_NULL(reason, RMW_RET_INVALID_ARGUMENT);
  const rmw_qos_profile_t& pub = publisher_profile;
  const rmw_qos_profile_t& sub = subscription_profile;
  if (!are_policies(pub) || !are_policies(sub)) {
    RCUTILS_SET_ERROR_MSG("a profile has a policy that is none of its enumeration");
    return RMW_RET_INVALID_ARGUMENT;
  }
  Verdict verdict(reason, reason_size);
  check_reliability(pub, sub, verdict);
  check_durability(pub, sub, verdict);
  if (asks_too_much(pub.deadline, sub.deadline)) {
    verdict.error("The subscription's deadline is shorter than the publisher's");
  }
  check_liveliness(pub, sub, verdict);
  if (asks_too_much(pub.liveliness_lease_duration, sub.liveliness_lease_duration)) {
    verdict.error("The subscription's liveliness lease is shorter than the publisher's");
  }
  *compatibility = verdict.worst();
  return RMW_RET_OK;
}

const char* rmw_qos_durability_policy_to_str(rmw_qos_durability_policy_e value) {
  return text_of(kDurability, value);
}
const char* rmw_qos_history_policy_to_str(rmw_qos_history_policy_e value) {
  return text_of(kHistory, value);
}
const char* rmw_qos_liveliness_policy_to_str(rmw_qos_liveliness_policy_e value) {
  return text_of(kLiveliness, value);
}
const char* rmw_qos_reliability_policy_to_str(rmw_qos_reliability_policy_e value) {
  return text_of(kReliability, value);
}
const char* rmw_qos_policy_kind_to_str(rmw_qos_policy_kind_t kind) {
  const char* text = nullptr;
  ranvier::each_policy([&](ranvier::QosPolicy policy, const char* name, auto, auto) {
    if (kind_of(policy) == kind) text = name;
  });
  return text;
}

rmw_qos_durability_policy_e rmw_qos_durability_policy_from_str(const char* str) {
  return value_of(kDurability, str, RMW_QOS_POLICY_DURABILITY_UNKNOWN);
}
rmw_qos_history_policy_e rmw_qos_history_policy_from_str(const char* str) {
  return value_of(kHistory, str, RMW_QOS_POLICY_HISTORY_UNKNOWN);
}
rmw_qos_liveliness_policy_e rmw_qos_liveliness_policy_from_str(const char* str) {
  return value_of(kLiveliness, str, RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
}
rmw_qos_reliability_policy_e rmw_qos_reliability_policy_from_str(const char* str) {
  return value_of(kReliability, str, RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
}
rmw_qos_policy_kind_t rmw_qos_policy_kind_from_str(const char* str) {
  rmw_qos_policy_kind_t kind = RMW_QOS_POLICY_INVALID;
  ranvier::each_policy([&](ranvier::QosPolicy policy, const char* name, auto, auto) {
    if (str && std::strcmp(str, name) == 0) kind = kind_of(policy);
  });
  return kind;
}
