// Code that runs at the end of a scope.
#ifndef RCPPUTILS__SCOPE_EXIT_HPP_
#define RCPPUTILS__SCOPE_EXIT_HPP_

#include <utility>

#include "rcutils/macros.h"

namespace rcpputils
{

/// Calls what it was given when it ends, unless cancelled.
template<typename CallableT>
struct scope_exit final
{
  explicit scope_exit(CallableT && callable)
  : callable_(std::forward<CallableT>(callable)) {}
  scope_exit(scope_exit && other)
  : callable_(std::move(other.callable_)), active_(std::exchange(other.active_, false)) {}
  scope_exit(const scope_exit &) = delete;
  scope_exit & operator=(const scope_exit &) = delete;
  scope_exit & operator=(scope_exit &&) = delete;
  ~scope_exit()
  {
    if (active_) {callable_();}
  }

  void cancel() {active_ = false;}

private:
  CallableT callable_;
  bool active_ = true;
};

template<typename CallableT>
scope_exit<CallableT> make_scope_exit(CallableT && callable)
{
  return scope_exit<CallableT>(std::forward<CallableT>(callable));
}

}  // namespace rcpputils

#define RCPPUTILS_SCOPE_EXIT(code) \
  auto RCUTILS_JOIN(scope_exit_, __LINE__) = rcpputils::make_scope_exit([&]() {code;})

#endif  // RCPPUTILS__SCOPE_EXIT_HPP_
