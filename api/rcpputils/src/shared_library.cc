#include "rcpputils/shared_library.hpp"

namespace rcpputils
{

std::string get_platform_library_name(std::string library_name, bool debug)
{
  return "lib" + library_name + (debug ? "d.so" : ".so");
}

}  // namespace rcpputils
