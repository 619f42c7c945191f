// What the entities of this process are called, as the trace remembers it (trace/past.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ranvier {

class Engine;
class Strand;
class Work;

/// A subscription, service, client or timer that lives. The pointers are names: what they point
/// at may be gone by now.
struct Entity {
  enum class Kind : std::uint8_t { kSubscription, kService, kClient, kTimer };
  const Work* work = nullptr;
  const Strand* strand = nullptr;
  const Engine* engine = nullptr;  ///< null if no executor has it
  bool exclusive = false;
  Kind kind{};
  std::string name;         ///< of the topic or service
  std::int64_t period = 0;  ///< of a timer, ns
  std::string node;         ///< its full name; empty if it is not known
};

class Entities final {
 public:
  /// Contract: any thread; locks what each new entity takes, and allocates.
  Entities();
  explicit Entities(std::vector<Entity> all) : all_(std::move(all)) {}

  /// Null if it has no name, as a guard condition.
  const Entity* find(const void* work) const noexcept;
  const std::vector<Entity>& all() const noexcept { return all_; }

  /// "node '/a', subscription '/b'".
  std::string text_of(const void* work) const;

 private:
  std::vector<Entity> all_;
};

std::string text_of(const Entity& entity);
/// "1.5 s".
std::string time_text(std::int64_t ns);

}  // namespace ranvier
