#include "class_loader/class_loader.hpp"

#include "rcpputils/shared_library.hpp"

namespace class_loader
{

std::string systemLibraryFormat(const std::string & library_name)
{
  return rcpputils::get_platform_library_name(library_name);
}

ClassLoader::ClassLoader(const std::string & library_path, bool ondemand_load_unload)
: library_(std::make_shared<impl::Library>(library_path, ondemand_load_unload))
{
  if (!ondemand_load_unload) {loadLibrary();}
}
ClassLoader::~ClassLoader() = default;

const std::string & ClassLoader::getLibraryPath() const {return library_->path();}
bool ClassLoader::isLibraryLoaded() const {return library_->loaded();}
bool ClassLoader::isLibraryLoadedByAnyClassloader() const {return library_->loaded_by_anybody();}
bool ClassLoader::isOnDemandLoadUnloadEnabled() const {return library_->on_demand();}
void ClassLoader::loadLibrary() {library_->load();}
int ClassLoader::unloadLibrary() {return library_->unload();}

}  // namespace class_loader
