// What a CREATE asks for, in whichever of its three forms it came.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "micro/agent/xml.h"
#include "ranvier_micro/wire/message.h"

namespace ranvier::micro {

/// What only requesters and repliers have.
struct ServiceSpec {
  std::string reply_type;     ///< of replies
  std::string request_topic;  ///< as on DDS; empty: made of the service's name
  std::string reply_topic;
  bool operator==(const ServiceSpec&) const = default;
};

/// A part that most values lack, who have a pointer for it and no more. It is copied and compared
/// as what it holds; one that holds nothing, as a T of nothing.
template <class T>
class Rare {
 public:
  Rare() = default;
  Rare(const Rare& other) : held_(other.held_ ? std::make_unique<T>(*other.held_) : nullptr) {}
  Rare(Rare&&) noexcept = default;
  Rare& operator=(Rare other) noexcept {
    held_.swap(other.held_);
    return *this;
  }
  ~Rare() = default;

  const T& get() const {
    static const T nothing;
    return held_ ? *held_ : nothing;
  }
  T& make() {
    if (!held_) held_ = std::make_unique<T>();
    return *held_;
  }
  bool operator==(const Rare& other) const { return get() == other.get(); }

 private:
  std::unique_ptr<T> held_;
};

/// An object of DDS-XRCE as a board describes it. A field that a kind has no use for is empty.
/// Each client has some, for as long as it is here.
struct ObjectSpec {
  std::string name;  ///< participant: the node's; topic: the DDS topic's; service
  std::string type;  ///< of a topic, of requests
  Rare<ServiceSpec> service;
  std::uint32_t deadline = 0;  ///< ms; 0: none
  std::uint32_t lifespan = 0;
  std::uint16_t parent = 0;  ///< object id; not of a participant
  std::int16_t domain = 0;   ///< of a participant
  std::uint16_t topic = 0;   ///< of an endpoint that refers to one by its object id
  std::uint16_t qos = 0;     ///< XRCE_QOS_…
  std::uint16_t depth = 0;   ///< 0: not given
  std::uint8_t kind = 0;     ///< XRCE_PARTICIPANT …
  bool operator==(const ObjectSpec&) const = default;
};

/// The profiles of the file that is given with -r: by kind and name.
class References {
 public:
  /// Reads `<profiles>` with elements that have a `profile_name`. False if it is no such XML.
  bool read(std::string_view xml);
  const XmlElement* find(std::uint8_t kind, const std::string& name) const;

 private:
  std::map<std::pair<std::string, std::string>, XmlElement> profiles_;
};

/// Reads the payload of a CREATE behind its two ids. Nothing if it is not valid.
std::optional<ObjectSpec> read_spec(xrce_cdr& payload, const References& references);

/// A string of at most `most` bytes; nothing if it is longer, or not terminated.
std::optional<std::string> read_string(xrce_cdr& cdr, std::size_t most);

/// Longest texts that are taken.
inline constexpr std::size_t kLongestName = 512, kLongestXml = 4096;

}  // namespace ranvier::micro
