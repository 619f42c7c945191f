// Allocators of C++ behind the four functions of an allocator of C, and of deleters.
#ifndef RCLCPP__DETAIL__ALLOCATORS_HPP_
#define RCLCPP__DETAIL__ALLOCATORS_HPP_

#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "rclcpp/detail/delivery.hpp"
#include "rcutils/allocator.h"

typedef rcutils_allocator_t rcl_allocator_t;

namespace rclcpp
{
namespace allocator
{

template<typename T, typename Alloc>
using AllocRebind = typename std::allocator_traits<Alloc>::template rebind_traits<T>;

namespace detail
{

// A block of bytes with its size in front, which an allocator of C++ must be
// told when it takes the block back.
struct alignas(std::max_align_t) BlockSize
{
  size_t bytes;
};

template<typename Alloc>
Alloc & allocator_of(void * untyped)
{
  if (untyped == nullptr) {
    throw std::runtime_error(
            "Received incorrect allocator type: an allocator was used without its state");
  }
  return *static_cast<Alloc *>(untyped);
}

template<typename Alloc>
using ByteTraits = typename std::allocator_traits<Alloc>::template rebind_traits<unsigned char>;

}  // namespace detail

/// `size` bytes of the allocator at `untyped_allocator`.
template<typename Alloc>
void * retyped_allocate(size_t size, void * untyped_allocator)
{
  using Traits = detail::ByteTraits<Alloc>;
  typename Traits::allocator_type own(detail::allocator_of<Alloc>(untyped_allocator));
  const size_t all = size + sizeof(detail::BlockSize);
  auto * block = reinterpret_cast<detail::BlockSize *>(Traits::allocate(own, all));
  block->bytes = all;
  return block + 1;
}

/// Gives back what retyped_allocate() gave.
template<typename T, typename Alloc>
void retyped_deallocate(void * untyped_pointer, void * untyped_allocator)
{
  auto & given = detail::allocator_of<Alloc>(untyped_allocator);
  if (untyped_pointer == nullptr) {return;}
  using Traits = detail::ByteTraits<Alloc>;
  typename Traits::allocator_type own(given);
  auto * block = static_cast<detail::BlockSize *>(untyped_pointer) - 1;
  Traits::deallocate(own, reinterpret_cast<unsigned char *>(block), block->bytes);
}

/// A block of `size` bytes with what the old one held, which is given back.
template<typename T, typename Alloc>
void * retyped_reallocate(void * untyped_pointer, size_t size, void * untyped_allocator)
{
  void * grown = retyped_allocate<Alloc>(size, untyped_allocator);
  if (untyped_pointer == nullptr) {return grown;}
  const auto * old = static_cast<detail::BlockSize *>(untyped_pointer) - 1;
  const size_t held = old->bytes - sizeof(detail::BlockSize);
  std::memcpy(grown, untyped_pointer, held < size ? held : size);
  retyped_deallocate<T, Alloc>(untyped_pointer, untyped_allocator);
  return grown;
}

template<typename Alloc>
void * retyped_zero_allocate(
  size_t number_of_elem, size_t size_of_elem, void * untyped_allocator)
{
  const size_t size = number_of_elem * size_of_elem;
  return std::memset(retyped_allocate<Alloc>(size, untyped_allocator), 0, size);
}

/// An allocator of C that asks `allocator`, which must outlive it; the heap's
/// for std::allocator.
template<typename T, typename Alloc>
rcl_allocator_t get_rcl_allocator(Alloc & allocator)
{
  if constexpr (std::is_same_v<AllocRebind<T, Alloc>, AllocRebind<T, std::allocator<T>>>) {
    return rcutils_get_default_allocator();
  } else {
    rcl_allocator_t functions;
    functions.allocate = &retyped_allocate<Alloc>;
    functions.deallocate = &retyped_deallocate<T, Alloc>;
    functions.reallocate = &retyped_reallocate<T, Alloc>;
    functions.zero_allocate = &retyped_zero_allocate<Alloc>;
    functions.state = &allocator;
    return functions;
  }
}

}  // namespace allocator
}  // namespace rclcpp

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
#endif  // RCLCPP__DETAIL__ALLOCATORS_HPP_
