#include "rcpputils/asserts.hpp"

namespace rcpputils
{

AssertionException::AssertionException(const char * msg)
: message_(msg) {}
AssertionException::~AssertionException() = default;
const char * AssertionException::what() const noexcept {return message_.c_str();}

IllegalStateException::IllegalStateException(const char * msg)
: message_(msg) {}
IllegalStateException::~IllegalStateException() = default;
const char * IllegalStateException::what() const noexcept {return message_.c_str();}

}  // namespace rcpputils
