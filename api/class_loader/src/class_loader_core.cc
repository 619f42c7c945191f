#include "class_loader/class_loader_core.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <map>
#include <mutex>
#include <utility>

#include "rcutils/logging_macros.h"

namespace class_loader::impl
{
namespace
{

constexpr const char * kLogger = "class_loader";

/// A library that is in the process, whatever path it was asked for by.
using Place = const ::link_map *;

struct Class
{
  const Registration * registration;
  Place place;
  const char * name;
  const std::type_info * base;
  Registration::Create create;
  bool of_loader;  // a loader opened its library at some time
};

/// Lock: innermost. The system's loader runs constructors that register, so it
/// is never called with this lock held.
struct Registry
{
  std::mutex mutex;  // guards what follows
  std::list<Class> classes;
  std::map<Place, int> loads;
  bool unmanaged = false;  // an object was made that nobody counts
};

Registry & registry()
{
  // Never destroyed: libraries register and withdraw until the process ends.
  static Registry & all = *new Registry;
  return all;
}

Place place_of(const void * address)
{
  ::Dl_info ignored;
  void * map = nullptr;
  return ::dladdr1(address, &ignored, &map, RTLD_DL_LINKMAP) ? static_cast<Place>(map) : nullptr;
}

Place place_of_handle(void * handle)
{
  ::link_map * map = nullptr;
  return ::dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

bool same_type(const std::type_info & a, const std::type_info & b)
{
  // By name: each library may have its own type_info of a class.
  return std::strcmp(a.name(), b.name()) == 0;
}

bool offered(const Class & one, Place loaded)
{
  return one.of_loader ? loaded != nullptr && one.place == loaded : true;
}

}  // namespace

Registration::Registration(
  const char * class_name, const std::type_info & base, Create create, const char * message)
{
  const Place place = place_of(this);
  if (*message != '\0') {RCUTILS_LOG_INFO_NAMED(kLogger, "%s", message);}
  Registry & all = registry();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.classes.push_back({this, place, class_name, &base, create, false});
}

Registration::~Registration()
{
  Registry & all = registry();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.classes.remove_if([this](const Class & one) {return one.registration == this;});
}

struct Library::State
{
  std::mutex mutex;  // guards what follows; outside of the registry's
  void * handle = nullptr;
  Place place = nullptr;  // of the handle
  int loads = 0;
  int objects = 0;

  void open(const std::string & path);
  void close();
};

void Library::State::open(const std::string & path)
{
  handle = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char * said = ::dlerror();
    throw LibraryLoadException(
            "Could not load library dlopen error: " + (said ? std::string(said) : path));
  }
  place = place_of_handle(handle);
  Registry & all = registry();
  const std::lock_guard<std::mutex> lock(all.mutex);
  ++all.loads[place];
  for (Class & one : all.classes) {
    if (one.place == place) {one.of_loader = true;}
  }
}

void Library::State::close()
{
  {
    Registry & all = registry();
    const std::lock_guard<std::mutex> lock(all.mutex);
    if (--all.loads[place] == 0) {all.loads.erase(place);}
  }
  place = nullptr;
  ::dlclose(std::exchange(handle, nullptr));
}

Library::Library(std::string path, bool on_demand)
: path_(std::move(path)), on_demand_(on_demand), state_(std::make_unique<State>()) {}

Library::~Library()
{
  if (state_->handle) {state_->close();}
}

bool Library::loaded() const
{
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->handle != nullptr;
}

bool Library::loaded_by_anybody() const
{
  if (loaded()) {return true;}
  void * handle = ::dlopen(path_.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) {return false;}
  const Place place = place_of_handle(handle);
  ::dlclose(handle);
  Registry & all = registry();
  const std::lock_guard<std::mutex> lock(all.mutex);
  return all.loads.count(place) > 0;
}

void Library::load()
{
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->handle == nullptr) {state_->open(path_);}
  ++state_->loads;
}

int Library::unload()
{
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->objects > 0) {
    RCUTILS_LOG_WARN_NAMED(
      kLogger, "Library '%s' stays loaded: %d of its objects live. Delete them first.",
      path_.c_str(), state_->objects);
  } else if (state_->loads > 0 && --state_->loads == 0) {
    state_->close();
  }
  return state_->loads;
}

std::vector<std::string> Library::classes(const std::type_info & base) const
{
  const std::lock_guard<std::mutex> lock(state_->mutex);
  std::vector<std::string> names;
  Registry & all = registry();
  const std::lock_guard<std::mutex> registry_lock(all.mutex);
  for (const Class & one : all.classes) {
    if (same_type(*one.base, base) && offered(one, state_->place)) {names.push_back(one.name);}
  }
  // One of the library may have the name of one that nobody loaded.
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void * Library::create(
  const std::type_info & base, const std::string & class_name, bool counted)
{
  Registration::Create create = nullptr;
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    if (state_->handle == nullptr) {
      state_->open(path_);
      state_->loads = 1;
    }
    Registry & all = registry();
    const std::lock_guard<std::mutex> registry_lock(all.mutex);
    for (const Class & one : all.classes) {
      if (class_name != one.name || !same_type(*one.base, base) || !offered(one, state_->place)) {
        continue;
      }
      // The library's own hides one of the same name that nobody loaded.
      if (create == nullptr || one.place == state_->place) {create = one.create;}
    }
    if (create && counted) {++state_->objects;}
    if (create && !counted) {all.unmanaged = true;}
  }
  if (create == nullptr) {
    throw CreateClassException("Could not create instance of type " + class_name);
  }
  try {
    return create();
  } catch (...) {
    if (counted) {object_gone();}
    throw;
  }
}

void Library::object_gone()
{
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (--state_->objects > 0 || !on_demand_ || state_->handle == nullptr) {return;}
  {
    Registry & all = registry();
    const std::lock_guard<std::mutex> registry_lock(all.mutex);
    if (all.unmanaged) {return;}
  }
  state_->loads = 0;
  state_->close();
}

}  // namespace class_loader::impl
