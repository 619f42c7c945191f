// The objects of one client: what it created, and what became of that.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "micro/agent/bus.h"

namespace ranvier::micro {

/// The tree of a client's objects. Threads: one.
class Objects {
 public:
  /// How many one client may have.
  static constexpr std::size_t kMost = 512;

  /// A READ_DATA that is in force.
  struct Read {
    std::uint16_t request = 0;
    std::uint8_t stream = 0;
    std::uint32_t left = 0;        ///< samples; kUnlimited
    std::int64_t until = 0;        ///< ms; 0: for ever
    std::uint32_t per_second = 0;  ///< bytes; 0: any
    std::int64_t allowed = 0;      ///< thousandths of bytes that may be sent now, of per_second
    std::int64_t counted = 0;      ///< ms: when that was counted
    std::int64_t pace = 0;         ///< ms between two samples, at least
    std::int64_t next = 0;         ///< ms: when the next one may be sent, of pace
  };
  static constexpr std::uint32_t kUnlimited = UINT32_MAX;

  struct Object {
    ObjectSpec spec;
    std::unique_ptr<BoardNode> node;     ///< of a participant
    std::unique_ptr<Endpoint> endpoint;  ///< of what carries samples
    std::unique_ptr<Read> read;          ///< null: none is in force
    std::uint64_t overwritten = 0;       ///< samples that were counted as such
    bool told_too_large = false;         ///< it was logged that the graph is
  };

  Objects(Bus& bus, std::function<void()> ready) : bus_(bus), ready_(std::move(ready)) {}
  ~Objects() { clear(); }

  /// Creates what `spec` says. @param flags  XRCE_REUSE, XRCE_REPLACE.
  /// @param why  set to the reason of a failure, in words, where there is more to say.
  /// @return an XRCE_STATUS_…
  std::uint8_t create(std::uint16_t id, ObjectSpec spec, std::uint8_t flags, std::string& why);
  /// Deletes it, and what was created with it as parent.
  std::uint8_t remove(std::uint16_t id);
  void clear();
  Object* find(std::uint16_t id);
  std::map<std::uint16_t, Object>& all() { return objects_; }
  const std::map<std::uint16_t, Object>& all() const { return objects_; }
  /// The number of entities in the graph.
  std::size_t size() const { return objects_.size(); }

 private:
  std::uint8_t open(Object& object, std::string& why);
  BoardNode* node_of(const ObjectSpec& spec);

  Bus& bus_;
  const std::function<void()> ready_;
  std::map<std::uint16_t, Object> objects_;
};

}  // namespace ranvier::micro
