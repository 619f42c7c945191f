#include "ranvier/cyclone/secured.h"

#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "ranvier/base/ascii.h"
#include "ranvier/base/for_c.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/mutex.h"
#include "ranvier/os/text_file.h"

namespace ranvier::cyclone {
namespace {

struct Property {
  const char* name;
  const char* value;
};
constexpr Property kPlugins[] = {
    {"dds.sec.auth.library.path", "dds_security_auth"},
    {"dds.sec.auth.library.init", "init_authentication"},
    {"dds.sec.auth.library.finalize", "finalize_authentication"},
    {"dds.sec.crypto.library.path", "dds_security_crypto"},
    {"dds.sec.crypto.library.init", "init_crypto"},
    {"dds.sec.crypto.library.finalize", "finalize_crypto"},
    {"dds.sec.access.library.path", "dds_security_ac"},
    {"dds.sec.access.library.init", "init_access_control"},
    {"dds.sec.access.library.finalize", "finalize_access_control"},
};
constexpr Property kFiles[] = {
    {"dds.sec.auth.identity_ca", "identity_ca.cert.pem"},
    {"dds.sec.auth.identity_certificate", "cert.pem"},
    {"dds.sec.auth.private_key", "key.pem"},
    {"dds.sec.access.permissions_ca", "permissions_ca.cert.pem"},
    {"dds.sec.access.governance", "governance.p7s"},
    {"dds.sec.access.permissions", "permissions.p7s"},
};

constexpr std::size_t kMostTexts = 1000;  // a peer could make texts without end
constexpr const char* kNoMore =
    "Security has refused peers in a thousand different ways: further ones are not logged. Look "
    "which process of this DDS domain makes them.";

// Cyclone says this of each secured peer that it hears of before it has registered our own
// participant, and lets the peer in when that announces itself again. It is a refusal where it is
// said again later: a context without security, beside one that has it, hears such a peer.
constexpr std::int64_t kStarting = 5'000'000'000;

bool may_be_of_a_start(std::string_view text) {
  return text.starts_with("Remote secure participant") && text.ends_with("not allowed");
}

struct Listeners {
  Mutex mutex{"security log"};  // nothing but the worker's own lock inside
  std::vector<SecurityLog*> all RANVIER_GUARDED_BY(mutex);
  std::set<std::string> told RANVIER_GUARDED_BY(mutex);
  std::map<std::string, std::int64_t> passing RANVIER_GUARDED_BY(mutex);  // said first, steady ns

  bool is_passing(const std::string& text) RANVIER_REQUIRES(mutex) {
    if (!may_be_of_a_start(text)) return false;
    if (passing.size() >= kMostTexts) passing.clear();
    const std::int64_t now = steady_ns();
    return now - passing.try_emplace(text, now).first->second < kStarting;
  }
};
Listeners& listeners() {
  static auto& one = *new Listeners;  // contexts may end with static objects
  return one;
}

constinit thread_local LinesOfThread* lines_of_this_thread = nullptr;

std::string text_of(const dds_log_data_t& line) {
  std::string text(line.message, line.size);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\0')) text.pop_back();
  return text;
}

bool is_of_peer(std::string_view text) {
  for (const char* words : {"andshake", "emote", "not allowed by security"}) {
    if (text.find(words) != text.npos) return true;
  }
  return false;
}

// Where Fast DDS begins a handshake it sends its public number bare; Cyclone wants ASN.1.
constexpr const char* kBareNumber = "Failed to convert octet sequence to ASN1 integer";

std::string in_words(const std::string& text) {
  if (!is_of_peer(text)) return "Cyclone DDS says '" + text + "'.";
  const std::string refused = "Security refused a peer, which is told once: ";
  if (text.find(kBareNumber) != text.npos) {
    return refused +
           "it is on Fast DDS and began the handshake, in a form that Cyclone DDS does not read. "
           "Which of two peers begins follows from the names of their enclaves: give one of them "
           "another name, or have Fast DDS (2.14.5 or newer) offer ECDH, by its property "
           "dds.sec.auth.builtin.PKI-DH.preferred_key_agreement.";
  }
  return refused + "Cyclone DDS says '" + text +
         "'. A peer needs a certificate of the same identity CA and permissions of the same "
         "permissions CA, in force today and for this domain.";
}

// OpenSSL lets go of its locks when the process ends, before static objects of users end whose
// participants encrypt until then, and before the default context ends. It registers that at its
// first use; asked first not to, it does not. Nothing of OpenSSL is needed to build this: it is
// there where Cyclone has plugins, as libddsc links it.
void keep_openssl_to_the_end() {
  using Init = int (*)(std::uint64_t options, const void* settings);
  constexpr std::uint64_t kNoAtExit = 0x00080000;
  static const auto init = reinterpret_cast<Init>(::dlsym(RTLD_DEFAULT, "OPENSSL_init_crypto"));
  if (init != nullptr) init(kNoAtExit, nullptr);
}

constexpr auto kSoon = std::chrono::days(30);

std::string renew(const std::string& file) {
  return " ('" + file +
         "'): from then on DDS lets nobody hear this process, and nothing in. Make "
         "new ones with `ros2 security create_permission`, and start the process again.";
}

// Of "+02:00" or "-05:30", seconds; 0 of a "Z", or of what is no zone.
std::int64_t zone_of(std::string_view text) {
  const auto number = [&](std::size_t at) {
    const bool digits =
        text.size() >= at + 2 && is_ascii_digit(text[at]) && is_ascii_digit(text[at + 1]);
    return digits ? (text[at] - '0') * 10 + (text[at + 1] - '0') : 0;
  };
  if (!text.starts_with('+') && !text.starts_with('-')) return 0;
  return (text[0] == '-' ? -1 : 1) * (number(1) * 3600 + number(4) * 60);
}

// Seconds since 1970 of an XML dateTime that lies at `at`, behind spaces.
std::optional<std::int64_t> seconds_of(const std::string& text, std::size_t at) {
  const auto begin = text.find_first_not_of(" \t\r\n", at);
  if (begin == text.npos) return std::nullopt;
  tm when{};
  const char* rest = ::strptime(text.c_str() + begin, "%Y-%m-%dT%H:%M:%S", &when);
  if (rest == nullptr) return std::nullopt;
  if (*rest == '.') rest += 1 + std::strspn(rest + 1, "0123456789");
  return ::timegm(&when) - zone_of(rest);
}

struct Expiry {
  Worker& worker;
  const void* const owner;
  const std::string file;
  const SecurityLog::Warn warn;
  const std::chrono::sys_seconds end;
  bool warned = false;
};

void look_at(const std::shared_ptr<Expiry>& of) {
  // In seconds: an end beyond the year 2262 is none in nanoseconds.
  const auto left =
      of->end - std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  if (left <= std::chrono::seconds(0)) {
    return of->warn("The permissions of this process have ended" + renew(of->file));
  }
  if (left < kSoon && !std::exchange(of->warned, true)) {
    const auto days = std::chrono::duration_cast<std::chrono::days>(left).count();
    of->warn(
        "The permissions of this process end in " +
        (days > 0 ? std::to_string(days) + " days" : std::to_string(left.count()) + " seconds") +
        renew(of->file));
  }
  const auto next =
      Worker::Clock::duration(std::min<std::chrono::seconds>(std::chrono::days(1), left)) +
      std::chrono::milliseconds(10);
  of->worker.run(of->owner, [of] { look_at(of); }, next);
}

}  // namespace

void add_security(dds_qos_t& qos, const SecurityFiles& files) {
  keep_openssl_to_the_end();
  for (const Property& one : kPlugins) dds_qset_prop(&qos, one.name, one.value);
  for (const Property& one : kFiles) {
    dds_qset_prop(&qos, one.name, ("file:" + files.path(one.value)).c_str());
  }
  if (files.revokes) {
    dds_qset_prop(&qos, "org.eclipse.cyclonedds.sec.auth.crl",
                  ("file:" + files.path("crl.pem")).c_str());
  }
}

SecurityLog::SecurityLog(Worker& worker, Warn warn) : worker_(worker), warn_(std::move(warn)) {
  bool first = false;
  {
    Lock lock(listeners().mutex);
    first = listeners().all.empty();
    listeners().all.push_back(this);
  }
  if (!first) return;
  // Outside of the lock: Cyclone holds one of its own here and where it calls.
  dds_set_log_sink(for_c([](void*, const dds_log_data_t* line) { SecurityLog::on_line(*line); }),
                   nullptr);
}

SecurityLog::~SecurityLog() {
  Lock lock(listeners().mutex);
  std::erase(listeners().all, this);
}

void SecurityLog::on_line(const dds_log_data_t& line) {
  const std::string text = text_of(line);
  if ((line.priority & (DDS_LC_FATAL | DDS_LC_ERROR | DDS_LC_WARNING)) == 0) return;
  if (lines_of_this_thread != nullptr) {
    std::string& to = lines_of_this_thread->text_;
    to += (to.empty() ? "" : " ") + text;
    return;
  }
  Listeners& here = listeners();
  Lock lock(here.mutex);
  if (here.all.empty()) {
    static_cast<void>(std::fprintf(stderr, "%s\n", text.c_str()));
  } else if (!here.is_passing(text) && here.told.size() < kMostTexts &&
             here.told.insert(text).second) {
    here.all.front()->tell(in_words(text));
    if (here.told.size() == kMostTexts) here.all.front()->tell(kNoMore);
  }
}

void SecurityLog::saw(const Gid& peer) {
  if (has_keys(peer)) return;
  const std::string text =
      "A process without keys is in the DDS domain, which is logged once: it neither hears this "
      "process nor is heard, but on topics that the governance leaves open. Give it an enclave "
      "by ROS_SECURITY_ENABLE, ROS_SECURITY_KEYSTORE and --ros-args --enclave.";
  Lock lock(listeners().mutex);
  if (listeners().told.insert(text).second) tell(text);
}

void SecurityLog::tell(const std::string& text) {
  if (warn_) worker_.run(nullptr, [warn = warn_, text] { warn(text); });
}

LinesOfThread::LinesOfThread() { lines_of_this_thread = this; }
LinesOfThread::~LinesOfThread() { lines_of_this_thread = nullptr; }

std::optional<std::int64_t> end_of_permissions(const std::string& text) {
  static constexpr std::string_view kTag = "<not_after>";
  std::optional<std::int64_t> end;
  for (auto at = text.find(kTag); at != text.npos; at = text.find(kTag, at + 1)) {
    const auto one = seconds_of(text, at + kTag.size());
    if (!one || (end && *end != *one)) return std::nullopt;
    end = one;
  }
  return end;
}

void watch_expiry(Worker& worker, const void* owner, const SecurityFiles& files,
                  SecurityLog::Warn warn) {
  const std::string path = files.path("permissions.p7s");
  const auto end = end_of_permissions(text_of_file(path));
  if (!end || !warn) return;
  const std::chrono::sys_seconds at{std::chrono::seconds(*end)};
  look_at(std::make_shared<Expiry>(Expiry{worker, owner, path, std::move(warn), at}));
}

}  // namespace ranvier::cyclone
