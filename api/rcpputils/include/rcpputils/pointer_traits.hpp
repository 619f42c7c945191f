// Pointers, raw and smart, alike.
#ifndef RCPPUTILS__POINTER_TRAITS_HPP_
#define RCPPUTILS__POINTER_TRAITS_HPP_

#include <memory>
#include <type_traits>
#include <utility>

namespace rcpputils
{
namespace details
{

template<typename T>
struct smart : std::false_type {};
template<typename T>
struct smart<std::shared_ptr<T>>: std::true_type {};
template<typename T, typename D>
struct smart<std::unique_ptr<T, D>>: std::true_type {};

template<typename T, bool is_smart>
struct pointee {using type = std::remove_pointer_t<T>;};
template<typename T>
struct pointee<T, true> {using type = std::remove_pointer_t<decltype(std::declval<T>().get())>;};

template<typename T>
using bare = std::remove_cv_t<std::remove_reference_t<T>>;

}  // namespace details

/// True of T *, std::shared_ptr and std::unique_ptr, also const or by reference.
template<typename T>
struct is_pointer
{
  static constexpr bool value = std::is_pointer_v<details::bare<T>> ||
    details::smart<details::bare<T>>::value;
};

/// What such a pointer points to.
template<typename T>
struct remove_pointer
  : details::pointee<details::bare<T>, details::smart<details::bare<T>>::value> {};

}  // namespace rcpputils

#endif  // RCPPUTILS__POINTER_TRAITS_HPP_
