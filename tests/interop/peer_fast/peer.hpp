// One participant on Fast DDS, and the endpoints that it is asked for.
#pragma once

#include <functional>
#include <string>

#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>

#include "blob.hpp"
#include "talk.hpp"

namespace interop {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

class Peer {
 public:
  explicit Peer(const Options& options);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// Contract: the listener outlives the peer; Fast DDS's threads call it.
  dds::DataWriter& writer(const std::string& topic, const std::string& type,
                          dds::DataWriterListener& listener);
  dds::DataReader& reader(const std::string& topic, const std::string& type,
                          dds::DataReaderListener& listener);

 private:
  dds::Topic* topic_of(const std::string& topic, const std::string& type);

  const Options& options_;
  dds::DomainParticipant* participant_;
};

/// Says "ready", and obeys until stdin ends.
void obey_until_the_end(std::function<void(const Words&)> obey);

/// `serve`: adds two numbers, in the dialect of Fast DDS before 2.10, which knows the old
/// parameter alone, as Humble's does. `--mute` gives no reply, `--half` has no reply writer.
void serve(const Options& options);
/// `call A B`, `raw HEX` for any payload.
void call(const Options& options);

}  // namespace interop
