// std::unique_lock, which clang's analysis of locks understands.
#ifndef RCPPUTILS__UNIQUE_LOCK_HPP_
#define RCPPUTILS__UNIQUE_LOCK_HPP_

#include <mutex>

#include "rcpputils/thread_safety_annotations.hpp"

namespace rcpputils
{

/// Holds the mutex from its start to its end.
template<typename MutexT>
class RCPPUTILS_TSA_SCOPED_CAPABILITY unique_lock : public std::unique_lock<MutexT>
{
public:
  explicit unique_lock(MutexT & mu) RCPPUTILS_TSA_ACQUIRE(mu)
  : std::unique_lock<MutexT>(mu) {}
  ~unique_lock() RCPPUTILS_TSA_RELEASE() = default;
};

}  // namespace rcpputils

#endif  // RCPPUTILS__UNIQUE_LOCK_HPP_
