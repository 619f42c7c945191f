#include "class_loader/multi_library_class_loader.hpp"

#include <mutex>

namespace class_loader
{

struct MultiLibraryClassLoader::Impl
{
  const bool on_demand;
  mutable std::mutex mutex;  // guards loaders
  std::map<std::string, std::unique_ptr<ClassLoader>> loaders;
};

MultiLibraryClassLoader::MultiLibraryClassLoader(bool enable_ondemand_loadunload)
: impl_(new Impl{enable_ondemand_loadunload, {}, {}}) {}
MultiLibraryClassLoader::~MultiLibraryClassLoader() = default;

bool MultiLibraryClassLoader::isLibraryAvailable(const std::string & library_path) const
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  return impl_->loaders.count(library_path) > 0;
}

std::vector<std::string> MultiLibraryClassLoader::getRegisteredLibraries() const
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  std::vector<std::string> paths;
  for (const auto & [path, loader] : impl_->loaders) {paths.push_back(path);}
  return paths;
}

void MultiLibraryClassLoader::loadLibrary(const std::string & library_path)
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  if (impl_->loaders.count(library_path) > 0) {return;}
  impl_->loaders.emplace(
    library_path, std::make_unique<ClassLoader>(library_path, impl_->on_demand));
}

int MultiLibraryClassLoader::unloadLibrary(const std::string & library_path)
{
  if (!isLibraryAvailable(library_path)) {return 0;}
  const int left = loader_of(library_path).unloadLibrary();
  if (left == 0) {
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    impl_->loaders.erase(library_path);
  }
  return left;
}

ClassLoader & MultiLibraryClassLoader::loader_of(const std::string & library_path) const
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  const auto found = impl_->loaders.find(library_path);
  if (found == impl_->loaders.end()) {
    throw NoClassLoaderExistsException(
            "There is no ClassLoader in MultiLibraryClassLoader bound to library '" +
            library_path + "'. Call MultiLibraryClassLoader::loadLibrary() for it first.");
  }
  return *found->second;
}

ClassLoaderVector MultiLibraryClassLoader::loaders() const
{
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  ClassLoaderVector all;
  for (const auto & [path, loader] : impl_->loaders) {all.push_back(loader.get());}
  return all;
}

ClassLoader & MultiLibraryClassLoader::find(
  const std::string & class_name, const std::function<bool(const ClassLoader &)> & has) const
{
  for (ClassLoader * loader : loaders()) {
    if (!loader->isLibraryLoaded()) {loader->loadLibrary();}
    if (has(*loader)) {return *loader;}
  }
  throw CreateClassException(
          "MultiLibraryClassLoader: Could not create object of class type " + class_name +
          " as no factory exists for it. Make sure that the library exists and was explicitly "
          "loaded through MultiLibraryClassLoader::loadLibrary()");
}

}  // namespace class_loader
