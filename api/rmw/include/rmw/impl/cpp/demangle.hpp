// The names of types as C++ writes them.
#ifndef RMW__IMPL__CPP__DEMANGLE_HPP_
#define RMW__IMPL__CPP__DEMANGLE_HPP_

#include <cxxabi.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <typeinfo>

namespace rmw
{
namespace impl
{
namespace cpp
{

/// The name of T as C++ writes it, as "std::vector<int, std::allocator<int> >", whatever class
/// derived from T the object has; the compiler's own spelling where that cannot be read. Any thread.
template <typename T>
std::string demangle(const T & /*instance*/)
{
  const char * const spelled = typeid(T).name();
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> name(
    abi::__cxa_demangle(spelled, nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : spelled;
}

}  // namespace cpp
}  // namespace impl
}  // namespace rmw

#endif  // RMW__IMPL__CPP__DEMANGLE_HPP_
