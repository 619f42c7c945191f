#include "ranvier/os/clock_way.h"

#include <dlfcn.h>
#include <link.h>
#include <time.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <mutex>
#include <span>
#include <string>

#include "ranvier/base/for_c.h"
#include "ranvier/base/trail.h"

namespace ranvier {
namespace {

constexpr const char* kKernels = "linux-vdso.so.1";
#if defined(__x86_64__)
constexpr const char* kKernelsFunction = "__vdso_clock_gettime";
#else
constexpr const char* kKernelsFunction = "__kernel_clock_gettime";
#endif
// Bytes of what is touched. Of the kernel's page: it begins with the words of this clock, or with
// others of up to 128 bytes.
constexpr std::size_t kLibrarys = 128, kWord = sizeof(void*);
constexpr std::size_t kKernelsCode = 256, kKernelsData = 256;
constexpr std::uintptr_t kFarthest = 4096;  // from the begin of an object to a word of it

// Threads: one adds, any passes what has been added.
class ClockWay final {
 public:
  void add(const void* begin, std::size_t size, Trail::Kind kind = Trail::Kind::kData) noexcept {
    if (begin == nullptr) return;
    const std::size_t count = count_.load(std::memory_order_relaxed);
    places_[count] = {begin, size, kind};
    count_.store(count + 1, std::memory_order_release);
  }
  void pass() const noexcept {
    const std::size_t count = count_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < count; ++i) Trail::pass(places_[i]);
  }

 private:
  std::array<Trail::Place, 6> places_{};
  std::atomic<std::size_t> count_{0};
};

constinit ClockWay way;

using Words = std::span<const std::uintptr_t>;

// What the loader has written for a library and then made read-only.
Words words_of(const dl_phdr_info& library) noexcept {
  for (const ElfW(Phdr)& part : std::span(library.dlpi_phdr, library.dlpi_phnum)) {
    if (part.p_type != PT_GNU_RELRO) continue;
    const auto begin = reinterpret_cast<const std::uintptr_t*>(library.dlpi_addr + part.p_vaddr);
    return {begin, part.p_memsz / sizeof(std::uintptr_t)};
  }
  return {};
}

// The largest of these words that lies in [low, high]; null if none does. Between the objects of a
// library under AddressSanitizer lies what may not be read elsewhere.
[[gnu::no_sanitize("address")]] const std::uintptr_t* find_among(Words words, std::uintptr_t low,
                                                                 std::uintptr_t high) noexcept {
  const std::uintptr_t* found = nullptr;
  std::uintptr_t largest = low;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uintptr_t word = words.data()[i];
    if (word < largest || word > high) continue;
    largest = word;
    found = words.data() + i;
  }
  return found;
}

// The same of a library's words.
const std::uintptr_t* find_word(const char* library, std::uintptr_t low,
                                std::uintptr_t high) noexcept {
  struct Search {
    const char* library;
    std::uintptr_t low, high;
    const std::uintptr_t* found = nullptr;
  } search{library, low, high};
  ::dl_iterate_phdr(
      for_c([](dl_phdr_info* one, std::size_t, void* state) {
        auto& search = *static_cast<Search*>(state);
        if (std::strstr(one->dlpi_name, search.library) == nullptr) return 0;
        search.found = find_among(words_of(*one), search.low, search.high);
        return search.found != nullptr ? 1 : 0;  // the first library that has it
      }),
      &search);
  return search.found;
}

const void* find_kernels_function() noexcept {
  void* const kernels = ::dlopen(kKernels, RTLD_LAZY | RTLD_NOLOAD);
  if (kernels == nullptr) return nullptr;
  const void* const function = ::dlsym(kernels, kKernelsFunction);
  ::dlclose(kernels);  // it stays
  return function;
}

const void* find_kernels_data() noexcept try {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.ends_with("[vvar]")) {
      return reinterpret_cast<const void*>(std::stoull(line, nullptr, 16));
    }
  }
  return nullptr;
} catch (const std::exception&) {  // no memory
  return nullptr;
}

// The C library has a pointer to an object of the loader's, in which that to the function is.
void add_pointers_to(const void* function) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  const std::uintptr_t* const loaders = find_word("/ld-", address, address);
  if (loaders == nullptr) return;
  way.add(loaders, kWord);
  const auto place = reinterpret_cast<std::uintptr_t>(loaders);
  way.add(find_word("/libc.so", place - kFarthest, place), kWord);
}

void find_way() noexcept {
  const void* const function = find_kernels_function();
  if (function == nullptr) return;  // reading the clock is a system call
  const auto librarys = reinterpret_cast<std::uintptr_t>(&::clock_gettime);
  way.add(find_word("/libranvier.so", librarys, librarys), kWord);
  way.add(reinterpret_cast<const void*>(librarys), kLibrarys, Trail::Kind::kCode);
  add_pointers_to(function);
  way.add(function, kKernelsCode, Trail::Kind::kCode);
  way.add(find_kernels_data(), kKernelsData);
}

}  // namespace

void learn_clock_way() noexcept {
  static std::once_flag once;
  std::call_once(once, find_way);
}

void pass_clock_way() noexcept { way.pass(); }

}  // namespace ranvier
