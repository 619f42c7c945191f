#include "ranvier/trace/lttng.h"

#include <dlfcn.h>
#include <pthread.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "ranvier/base/for_c.h"
#include "ranvier/trace/past.h"
#include "ranvier/trace/table_hash.h"

namespace ranvier::trace {
namespace {

constexpr const char* kLttngRemedy =
    " Install liblttng-ust1 (and liblttng-ust-dev before Ranvier is built), or record without "
    "LTTng.";

Error unavailable(Code code, const std::string& why) {
  return {code, "LTTng cannot record this process: " + why};
}

// Beside the core, wherever that was loaded from.
std::string library_path() {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<void*>(&start_lttng), &here) == 0 || here.dli_fname == nullptr) {
    return kLttngLibrary;
  }
  const std::string core = here.dli_fname;
  const std::size_t slash = core.rfind('/');
  return slash == core.npos ? kLttngLibrary : core.substr(0, slash + 1) + kLttngLibrary;
}

Result<Sink*> load() {
  const std::string path = library_path();
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // for the life of the process
  if (library == nullptr) {
    return unavailable(Code::kNotFound, std::string(::dlerror()) + "." + kLttngRemedy);
  }
  const auto entry = reinterpret_cast<LttngEntry>(::dlsym(library, kLttngEntry));
  Sink* sink = entry == nullptr ? nullptr : entry(kTableHash);
  if (sink != nullptr) return sink;
  return unavailable(Code::kNotFound, "'" + path +
                                          "' is of another version of Ranvier. Install "
                                          "the one that was built with this core.");
}

/// The fields of a record, as a sink takes them.
class Fields final {
 public:
  Fields(Event event, std::span<const std::uint64_t> words) {
    const EventInfo& about = info(event);
    for (std::size_t i = 0; i < about.field_count; ++i) {
      words = words.subspan(put(about.fields[i].type, words));
    }
  }
  [[nodiscard]] std::span<const Value> values() const { return {values_.data(), count_}; }

 private:
  // @return the words that the field has.
  std::size_t put(FieldType type, std::span<const std::uint64_t> words) {
    Value& value = values_[count_++];
    switch (type) {
      case FieldType::kString: {
        const std::size_t length = words[0];
        std::string& text = texts_[count_ - 1];
        text.assign(reinterpret_cast<const char*>(words.data() + 1), length);
        value.text = text.c_str();
        return 1 + (length + 7) / 8;
      }
      case FieldType::kGid:
        value.gid = reinterpret_cast<const std::uint8_t*>(words.data());
        return kGidBytes / 8;
      default: value.word = words[0]; return 1;
    }
  }
  std::size_t count_ = 0;
  std::array<Value, EventInfo::kMaxFields> values_{};
  std::array<std::string, EventInfo::kMaxFields> texts_;
};

struct Lttng {
  std::mutex mutex;  // taken before the past's
  Sink* sink = nullptr;
  int users = 0;
  bool is_paused = false;
  std::uint64_t past_at_pause = 0;
  bool is_child = false;
};

void lock_lttng() noexcept;
void unlock_lttng() noexcept;
void unlock_lttng_in_child() noexcept;

Lttng& lttng() {
  static Lttng* const one = [] {
    // The handlers before a fork run backwards: our lock is taken before the past's.
    { const detail::PastLock first; }
    ::pthread_atfork(for_c<lock_lttng>(), for_c<unlock_lttng>(), for_c<unlock_lttng_in_child>());
    std::atexit(for_c([] { set_sink(nullptr); }));  // before the libraries of LTTng go
    return new Lttng;                               // outlives static destructors
  }();
  return *one;
}

void lock_lttng() noexcept { lttng().mutex.lock(); }
void unlock_lttng() noexcept { lttng().mutex.unlock(); }
// LTTng's threads are the parent's, and so is what it writes into.
void unlock_lttng_in_child() noexcept {
  Lttng& here = lttng();
  if (here.sink != nullptr) {
    set_sink(nullptr);
    here.users = 0;
    here.is_child = true;
  }
  here.mutex.unlock();
}

// Without the lock: LTTng forks while it is loaded, and our handler takes the lock then.
// Who loads it twice has the same.
Result<Sink*> loaded_sink() {
  Lttng& here = lttng();
  {
    const std::lock_guard lock(here.mutex);
    if (here.is_child) {
      return unavailable(Code::kUnsupported,
                         "it was forked from one that LTTng records, and LTTng's threads stayed "
                         "there. Let it exec() a program.");
    }
    if (here.sink != nullptr) return here.sink;
  }
  return load();
}

// Contract: under the lock.
void begin(Lttng& here, std::uint64_t past) {
  const detail::PastLock lock;  // nothing comes between the past and what follows
  set_sink(here.sink);
  detail::for_each_past(past, [&](Event event, std::span<const std::uint64_t> words) {
    here.sink->record(event, Fields(event, words).values());
  });
}

}  // namespace

Result<void> start_lttng() try {
  const auto sink = loaded_sink();
  if (!sink) return sink.error();
  Lttng& here = lttng();
  const std::lock_guard lock(here.mutex);
  here.sink = *sink;
  ++here.users;
  here.is_paused = false;
  begin(here, 0);
  return {};
} catch (const std::bad_alloc&) {
  return unavailable(Code::kWorld, "there is no memory for the names of what it has already.");
}

void pause_lttng() noexcept {
  Lttng& here = lttng();
  const std::lock_guard lock(here.mutex);
  if (std::exchange(here.is_paused, true)) return;
  const detail::PastLock kept;  // nothing that is kept comes between the two
  if (here.users == 1) set_sink(nullptr);
  here.past_at_pause = detail::past_count();
}

void resume_lttng() noexcept {
  Lttng& here = lttng();
  const std::lock_guard lock(here.mutex);
  if (!std::exchange(here.is_paused, false) || here.users == 0) return;
  try {
    begin(here, here.past_at_pause);
  } catch (const std::bad_alloc&) {  // the trace lacks names
  }
}

void stop_lttng() noexcept {
  Lttng& here = lttng();
  const std::lock_guard lock(here.mutex);
  if (here.users > 0 && --here.users == 0) set_sink(nullptr);
}

}  // namespace ranvier::trace
