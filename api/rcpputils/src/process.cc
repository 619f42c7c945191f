#include "rcpputils/process.hpp"

#include <memory>
#include <new>

#include "rcutils/process.h"

namespace rcpputils
{

std::string get_executable_name()
{
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  const auto free = [&allocator](char * text) {allocator.deallocate(text, allocator.state);};
  const std::unique_ptr<char, decltype(free)> name(rcutils_get_executable_name(allocator), free);
  if (name == nullptr) {throw std::bad_alloc();}
  return name.get();
}

}  // namespace rcpputils
