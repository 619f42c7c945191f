// A std::vector that refuses to grow past a bound: the C++ type of `T[<=N]`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace rosidl_runtime_cpp {

/// Holds at most `UpperBound` elements. Whatever would exceed the bound throws
/// std::length_error (as in ROS 2) and leaves the elements as they were.
///
/// Threads: as std::vector. Layout: exactly one std::vector, which generated
/// type descriptions rely on.
template <typename T, std::size_t UpperBound, typename Allocator = std::allocator<T>>
class BoundedVector : protected std::vector<T, Allocator> {
  using Base = std::vector<T, Allocator>;
  template <typename Iterator>
  using IfInput = std::enable_if_t<std::is_convertible_v<
    typename std::iterator_traits<Iterator>::iterator_category, std::input_iterator_tag>>;

 public:
  using typename Base::allocator_type;
  using typename Base::const_iterator;
  using typename Base::const_pointer;
  using typename Base::const_reference;
  using typename Base::const_reverse_iterator;
  using typename Base::difference_type;
  using typename Base::iterator;
  using typename Base::pointer;
  using typename Base::reference;
  using typename Base::reverse_iterator;
  using typename Base::size_type;
  using typename Base::value_type;

  BoundedVector() = default;
  explicit BoundedVector(const Allocator& allocator) : Base(allocator) {}
  explicit BoundedVector(size_type count, const Allocator& allocator = Allocator())
  : Base(checked(count), allocator) {}
  BoundedVector(size_type count, const T& value, const Allocator& allocator = Allocator())
  : Base(checked(count), value, allocator) {}
  BoundedVector(std::initializer_list<T> values, const Allocator& allocator = Allocator())
  : Base((checked(values.size()), values), allocator) {}
  template <typename Iterator, typename = IfInput<Iterator>>
  BoundedVector(Iterator first, Iterator last, const Allocator& allocator = Allocator())
  : Base(allocator) {
    assign(first, last);
  }
  BoundedVector(const BoundedVector&) = default;
  BoundedVector(BoundedVector&&) = default;
  BoundedVector& operator=(const BoundedVector&) = default;
  BoundedVector& operator=(BoundedVector&&) = default;
  BoundedVector& operator=(std::initializer_list<T> values) {
    assign(values);
    return *this;
  }

  using Base::at;
  using Base::back;
  using Base::begin;
  using Base::capacity;
  using Base::cbegin;
  using Base::cend;
  using Base::clear;
  using Base::crbegin;
  using Base::crend;
  using Base::empty;
  using Base::end;
  using Base::erase;
  using Base::front;
  using Base::get_allocator;
  using Base::pop_back;
  using Base::rbegin;
  using Base::rend;
  using Base::shrink_to_fit;
  using Base::size;
  using Base::operator[];

  /// Not for bool, as with std::vector.
  template <typename U = T>
  std::enable_if_t<!std::is_same_v<U, bool>, U*> data() noexcept { return Base::data(); }
  template <typename U = T>
  std::enable_if_t<!std::is_same_v<U, bool>, const U*> data() const noexcept {
    return Base::data();
  }

  size_type max_size() const noexcept {
    return UpperBound < Base::max_size() ? UpperBound : Base::max_size();
  }

  void assign(size_type count, const T& value) { Base::assign(checked(count), value); }
  void assign(std::initializer_list<T> values) {
    checked(values.size());
    Base::assign(values);
  }
  template <typename Iterator, typename = IfInput<Iterator>>
  void assign(Iterator first, Iterator last) {
    if constexpr (is_forward<Iterator>) {
      checked(static_cast<size_type>(std::distance(first, last)));
      Base::assign(first, last);
    } else {
      *this = BoundedVector(Base(first, last, get_allocator()));
    }
  }

  void reserve(size_type count) { Base::reserve(checked(count)); }
  void resize(size_type count) { Base::resize(checked(count)); }
  void resize(size_type count, const T& value) { Base::resize(checked(count), value); }

  void push_back(const T& value) {
    checked_growth(1);
    Base::push_back(value);
  }
  void push_back(T&& value) {
    checked_growth(1);
    Base::push_back(std::move(value));
  }
  template <typename... Args>
  decltype(auto) emplace_back(Args&&... args) {
    checked_growth(1);
    return Base::emplace_back(std::forward<Args>(args)...);
  }
  template <typename... Args>
  iterator emplace(const_iterator position, Args&&... args) {
    checked_growth(1);
    return Base::emplace(position, std::forward<Args>(args)...);
  }

  iterator insert(const_iterator position, const T& value) {
    checked_growth(1);
    return Base::insert(position, value);
  }
  iterator insert(const_iterator position, T&& value) {
    checked_growth(1);
    return Base::insert(position, std::move(value));
  }
  iterator insert(const_iterator position, size_type count, const T& value) {
    checked_growth(count);
    return Base::insert(position, count, value);
  }
  iterator insert(const_iterator position, std::initializer_list<T> values) {
    checked_growth(values.size());
    return Base::insert(position, values);
  }
  template <typename Iterator, typename = IfInput<Iterator>>
  iterator insert(const_iterator position, Iterator first, Iterator last) {
    const Base values(first, last);  // counted once, whatever the iterator
    checked_growth(values.size());
    return Base::insert(position, values.begin(), values.end());
  }

  void swap(BoundedVector& other) noexcept { Base::swap(other); }

  friend bool operator==(const BoundedVector& a, const BoundedVector& b) {
    return a.base() == b.base();
  }
  friend bool operator!=(const BoundedVector& a, const BoundedVector& b) { return !(a == b); }
  friend bool operator<(const BoundedVector& a, const BoundedVector& b) {
    return a.base() < b.base();
  }
  friend bool operator>(const BoundedVector& a, const BoundedVector& b) { return b < a; }
  friend bool operator<=(const BoundedVector& a, const BoundedVector& b) { return !(b < a); }
  friend bool operator>=(const BoundedVector& a, const BoundedVector& b) { return !(a < b); }
  friend void swap(BoundedVector& a, BoundedVector& b) noexcept { a.swap(b); }

 private:
  template <typename Iterator>
  static constexpr bool is_forward = std::is_convertible_v<
    typename std::iterator_traits<Iterator>::iterator_category, std::forward_iterator_tag>;

  explicit BoundedVector(Base&& values) : Base((checked(values.size()), std::move(values))) {}

  const Base& base() const noexcept { return *this; }

  static size_type checked(size_type count) {
    if (count > UpperBound) {
      throw std::length_error("A sequence bounded to " + std::to_string(UpperBound) +
                              " elements cannot hold " + std::to_string(count));
    }
    return count;
  }
  void checked_growth(size_type more) const {
    if (more > UpperBound - size()) checked(size() + more);
  }
};

}  // namespace rosidl_runtime_cpp
