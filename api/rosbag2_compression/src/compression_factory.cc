#include "rosbag2_compression/compression_factory.hpp"

#include <optional>

#include "pluginlib/class_loader.hpp"
#include "ranvier/os/mutex.h"
#include "rclcpp/logging.hpp"

namespace rosbag2_compression
{
namespace
{

constexpr const char * kPackage = "rosbag2_compression";

template<class Interface>
using Loader = std::optional<pluginlib::ClassLoader<Interface>>;

/// Reads the descriptions of plugins when they are asked for first.
template<class Interface>
pluginlib::ClassLoader<Interface> & opened(Loader<Interface> & loader)
{
  if (!loader) {loader.emplace(kPackage, Interface::get_base_class_name());}
  return *loader;
}

template<class Interface>
std::shared_ptr<Interface> make(Loader<Interface> & loader, const std::string & format)
{
  try {
    return opened(loader).createSharedInstance(format);
  } catch (const pluginlib::PluginlibException & error) {
    RCLCPP_ERROR(
      rclcpp::get_logger(kPackage), "Compression format '%s' cannot be had: %s", format.c_str(),
      error.what());
    return nullptr;
  }
}

}  // namespace

class CompressionFactory::Impl
{
public:
  ranvier::Mutex mutex{"bag plugins"};
  Loader<BaseCompressorInterface> compressors RANVIER_GUARDED_BY(mutex);
  Loader<BaseDecompressorInterface> decompressors RANVIER_GUARDED_BY(mutex);
};

CompressionFactory::CompressionFactory()
: impl_(std::make_unique<Impl>()) {}

CompressionFactory::~CompressionFactory() = default;

std::shared_ptr<BaseCompressorInterface> CompressionFactory::create_compressor(
  const std::string & compression_format)
{
  const ranvier::Lock lock(impl_->mutex);
  return make(impl_->compressors, compression_format);
}

std::shared_ptr<BaseDecompressorInterface> CompressionFactory::create_decompressor(
  const std::string & compression_format)
{
  const ranvier::Lock lock(impl_->mutex);
  return make(impl_->decompressors, compression_format);
}

std::vector<std::string> CompressionFactory::get_declared_compressor_plugins() const
{
  const ranvier::Lock lock(impl_->mutex);
  return opened(impl_->compressors).getDeclaredClasses();
}

}  // namespace rosbag2_compression
