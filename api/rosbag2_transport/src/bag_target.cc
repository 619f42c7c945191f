#include "bag_target.hpp"

#include <ctime>
#include <numeric>
#include <stdexcept>

#include "rosbag2_storage/detail/convert.hpp"

namespace rosbag2_transport
{

std::string bag_name_by_time()
{
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char name[64];
  const size_t length = std::strftime(name, sizeof(name), "rosbag2_%Y_%m_%d-%H_%M_%S", &parts);
  return {name, length};
}

std::unique_ptr<ranvier::bag::BagWriter> open_bag(
  const rosbag2_storage::StorageOptions & options,
  const ranvier::bag::WriteCompression & compression)
{
  auto wanted = rosbag2_storage::detail::write_options_of(options);
  if (wanted.uri.empty()) {wanted.uri = bag_name_by_time();}
  wanted.compression = compression;
  auto bag = ranvier::bag::BagWriter::open(std::move(wanted));
  if (!bag) {throw std::runtime_error(bag.error().what);}
  return std::move(*bag);
}

uint64_t BagTarget::written() const
{
  return std::accumulate(bag_->counts().begin(), bag_->counts().end(), uint64_t{0});
}

ranvier::bag::RecordTarget::Written BagTarget::write(
  std::span<const ranvier::bag::BagMessage> messages)
{
  const uint64_t before = written();
  if (auto done = bag_->write(messages); !done) {return {written() - before, done.error()};}
  return {messages.size(), {}};
}

ranvier::Result<void> BagTarget::close(const std::map<ranvier::bag::TopicId, uint64_t> & lost)
{
  auto closed = bag_->close(lost);
  if (!closed) {return closed.error();}
  return {};
}

}  // namespace rosbag2_transport
