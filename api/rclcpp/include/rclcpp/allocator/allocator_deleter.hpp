// Deleters of messages that come from a custom allocator.
#ifndef RCLCPP__ALLOCATOR__ALLOCATOR_DELETER_HPP_
#define RCLCPP__ALLOCATOR__ALLOCATOR_DELETER_HPP_

#include <memory>
#include <stdexcept>

#include "rclcpp/detail/delivery.hpp"

namespace rclcpp
{
namespace allocator
{

/// Tells a deleter its allocator, which must outlive what it deletes.
/// Throws std::invalid_argument for null.
template<typename Alloc, typename T>
void set_allocator_for_deleter(AllocatorDeleter<Alloc> * deleter, Alloc * alloc)
{
  if (deleter == nullptr || alloc == nullptr) {
    throw std::invalid_argument("Argument was NULL to set_allocator_for_deleter");
  }
  deleter->set_allocator(alloc);
}
template<typename Alloc>
void set_allocator_for_deleter(AllocatorDeleter<Alloc> * deleter, Alloc * alloc)
{
  set_allocator_for_deleter<Alloc, void>(deleter, alloc);
}
/// A deleter of any other kind is told nothing: throws std::runtime_error.
template<typename Alloc, typename T, typename DeleterT>
void set_allocator_for_deleter(DeleterT *, Alloc *)
{
  throw std::runtime_error("Reached unexpected template specialization");
}
/// The heap's own needs no telling.
template<typename T, typename U>
void set_allocator_for_deleter(std::default_delete<T> *, std::allocator<U> *) {}

}  // namespace allocator
}  // namespace rclcpp
#endif  // RCLCPP__ALLOCATOR__ALLOCATOR_DELETER_HPP_
