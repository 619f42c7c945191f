// tl::expected: what std::expected of C++23 is, for C++17: a value, or why there is none.
//
// The guard is that of the library of the same names, so that a source may include both.
#ifndef TL_EXPECTED_HPP
#define TL_EXPECTED_HPP

#define TL_EXPECTED_VERSION_MAJOR 1
#define TL_EXPECTED_VERSION_MINOR 0
#define TL_EXPECTED_VERSION_PATCH 1

#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

namespace tl
{

using std::in_place;
using std::in_place_t;
using std::monostate;

struct unexpect_t
{
  unexpect_t() = default;
};
inline constexpr unexpect_t unexpect{};

/// An error on its way into an expected.
template<class E>
class unexpected
{
  static_assert(!std::is_void_v<E>, "an error has a type");

public:
  unexpected() = delete;
  constexpr explicit unexpected(const E & e)
  : error_(e) {}
  constexpr explicit unexpected(E && e)
  : error_(std::move(e)) {}
  template<
    class ... Args, class = std::enable_if_t<std::is_constructible_v<E, Args...>>>
  constexpr explicit unexpected(unexpect_t, Args && ... args)
  : error_(std::forward<Args>(args)...) {}

  constexpr const E & value() const & {return error_;}
  constexpr E & value() & {return error_;}
  constexpr E && value() && {return std::move(error_);}
  constexpr const E && value() const && {return std::move(error_);}

private:
  E error_;
};

template<class E>
unexpected(E)->unexpected<E>;

template<class E>
constexpr bool operator==(const unexpected<E> & a, const unexpected<E> & b)
{
  return a.value() == b.value();
}
template<class E>
constexpr bool operator!=(const unexpected<E> & a, const unexpected<E> & b)
{
  return a.value() != b.value();
}
template<class E>
constexpr bool operator<(const unexpected<E> & a, const unexpected<E> & b)
{
  return a.value() < b.value();
}
template<class E>
constexpr bool operator<=(const unexpected<E> & a, const unexpected<E> & b)
{
  return a.value() <= b.value();
}
template<class E>
constexpr bool operator>(const unexpected<E> & a, const unexpected<E> & b)
{
  return a.value() > b.value();
}
template<class E>
constexpr bool operator>=(const unexpected<E> & a, const unexpected<E> & b)
{
  return a.value() >= b.value();
}

template<class E>
constexpr unexpected<std::decay_t<E>> make_unexpected(E && e)
{
  return unexpected<std::decay_t<E>>(std::forward<E>(e));
}

/// What value() of an expected without one throws.
template<class E>
class bad_expected_access : public std::exception
{
public:
  explicit bad_expected_access(E e)
  : error_(std::move(e)) {}

  const char * what() const noexcept override {return "Bad expected access";}
  const E & error() const & {return error_;}
  E & error() & {return error_;}
  E && error() && {return std::move(error_);}
  const E && error() const && {return std::move(error_);}

private:
  E error_;
};

template<class T, class E>
class expected;

namespace detail
{

template<class T>
struct is_expected : std::false_type {};
template<class T, class E>
struct is_expected<expected<T, E>>: std::true_type {};

template<class U>
using bare = std::remove_cv_t<std::remove_reference_t<U>>;

/// Whether a T is made from a U that is neither a tag, nor an error, nor an expected.
template<class T, class E, class U>
inline constexpr bool is_value_for = std::is_constructible_v<T, U> &&
  !std::is_same_v<bare<U>, in_place_t> && !std::is_same_v<bare<U>, unexpect_t> &&
  !std::is_same_v<bare<U>, unexpected<E>> && !is_expected<bare<U>>::value;

/// Calls `f` with the value of an expected; with nothing if that is void.
template<class Exp, class F>
constexpr decltype(auto) with_value(Exp && from, F && f)
{
  if constexpr (std::is_void_v<typename bare<Exp>::value_type>) {
    return std::invoke(std::forward<F>(f));
  } else {
    return std::invoke(std::forward<F>(f), *std::forward<Exp>(from));
  }
}

/// The value of one in an expected of another kind of error.
template<class To, class Exp>
constexpr To value_as(Exp && from)
{
  if constexpr (std::is_void_v<typename To::value_type>) {
    return To();
  } else {
    return To(in_place, *std::forward<Exp>(from));
  }
}

template<class Exp, class F>
constexpr auto and_then(Exp && from, F && f)
{
  using To = bare<decltype(with_value(std::forward<Exp>(from), std::forward<F>(f)))>;
  static_assert(is_expected<To>::value, "what and_then() calls returns an expected");
  if (!from.has_value()) {return To(unexpect, std::forward<Exp>(from).error());}
  return with_value(std::forward<Exp>(from), std::forward<F>(f));
}

template<class Exp, class F>
constexpr auto map(Exp && from, F && f)
{
  using Value = std::decay_t<decltype(with_value(std::forward<Exp>(from), std::forward<F>(f)))>;
  using To = expected<Value, typename bare<Exp>::error_type>;
  if (!from.has_value()) {return To(unexpect, std::forward<Exp>(from).error());}
  if constexpr (std::is_void_v<Value>) {
    with_value(std::forward<Exp>(from), std::forward<F>(f));
    return To();
  } else {
    return To(in_place, with_value(std::forward<Exp>(from), std::forward<F>(f)));
  }
}

template<class Exp, class F>
constexpr auto map_error(Exp && from, F && f)
{
  using Error =
    std::decay_t<decltype(std::invoke(std::forward<F>(f), std::forward<Exp>(from).error()))>;
  constexpr bool says_nothing = std::is_void_v<Error>;
  using To = expected<typename bare<Exp>::value_type,
      std::conditional_t<says_nothing, monostate, Error>>;
  if (from.has_value()) {return value_as<To>(std::forward<Exp>(from));}
  if constexpr (says_nothing) {
    std::invoke(std::forward<F>(f), std::forward<Exp>(from).error());
    return To(unexpect);
  } else {
    return To(unexpect, std::invoke(std::forward<F>(f), std::forward<Exp>(from).error()));
  }
}

template<class Exp, class F>
constexpr auto or_else(Exp && from, F && f)
{
  using Returned = decltype(std::invoke(std::forward<F>(f), std::forward<Exp>(from).error()));
  if constexpr (std::is_void_v<Returned>) {
    if (!from.has_value()) {std::invoke(std::forward<F>(f), from.error());}
    return bare<Exp>(std::forward<Exp>(from));
  } else {
    using To = bare<Returned>;
    static_assert(is_expected<To>::value, "what or_else() calls returns an expected, or nothing");
    if (from.has_value()) {return value_as<To>(std::forward<Exp>(from));}
    return To(std::invoke(std::forward<F>(f), std::forward<Exp>(from).error()));
  }
}

}  // namespace detail

/// A T, or an E that says why there is none. T may be void.
///
/// *, -> and error() of what it is not throw std::bad_variant_access. Threads: a value.
template<class T, class E>
class expected
{
  static_assert(!std::is_reference_v<T> && !std::is_reference_v<E>, "hold pointers instead");

  using Held = std::conditional_t<std::is_void_v<T>, monostate, T>;
  template<class U>
  using IfValue = std::enable_if_t<!std::is_void_v<U>>;

public:
  using value_type = T;
  using error_type = E;
  using unexpected_type = unexpected<E>;

  expected() = default;
  template<class ... Args, class = std::enable_if_t<std::is_constructible_v<Held, Args...>>>
  constexpr explicit expected(in_place_t, Args && ... args)
  : held_(std::in_place_index<0>, std::forward<Args>(args)...) {}
  template<
    class U, class ... Args,
    class = std::enable_if_t<std::is_constructible_v<Held, std::initializer_list<U> &, Args...>>>
  constexpr explicit expected(in_place_t, std::initializer_list<U> il, Args && ... args)
  : held_(std::in_place_index<0>, il, std::forward<Args>(args)...) {}
  template<class ... Args, class = std::enable_if_t<std::is_constructible_v<E, Args...>>>
  constexpr explicit expected(unexpect_t, Args && ... args)
  : held_(std::in_place_index<1>, unexpect, std::forward<Args>(args)...) {}
  template<
    class U = T, std::enable_if_t<
      detail::is_value_for<T, E, U &&> && std::is_convertible_v<U &&, T>, int> = 0>
  constexpr expected(U && v)  // NOLINT: a value is an expected one
  : held_(std::in_place_index<0>, std::forward<U>(v)) {}
  template<
    class U = T, std::enable_if_t<
      detail::is_value_for<T, E, U &&> && !std::is_convertible_v<U &&, T>, int> = 0>
  constexpr explicit expected(U && v)
  : held_(std::in_place_index<0>, std::forward<U>(v)) {}
  template<class G, class = std::enable_if_t<std::is_constructible_v<E, const G &>>>
  constexpr expected(const unexpected<G> & e)  // NOLINT: an error is one too
  : held_(std::in_place_index<1>, unexpect, e.value()) {}
  template<class G, class = std::enable_if_t<std::is_constructible_v<E, G &&>>>
  constexpr expected(unexpected<G> && e)  // NOLINT
  : held_(std::in_place_index<1>, unexpect, std::move(e).value()) {}
  /// Of a value and an error that ours are made from.
  template<
    class U, class G, class = std::enable_if_t<
      !std::is_same_v<expected<U, G>, expected> && std::is_void_v<U> == std::is_void_v<T> &&
      (std::is_void_v<T> || std::is_constructible_v<T, U>) && std::is_constructible_v<E, G>>>
  constexpr expected(expected<U, G> other)  // NOLINT
  : expected(other.has_value() ? detail::value_as<expected>(std::move(other)) :
      expected(unexpect, std::move(other).error())) {}

  template<class U = T, std::enable_if_t<detail::is_value_for<T, E, U &&>, int> = 0>
  expected & operator=(U && v)
  {
    return *this = expected(in_place, std::forward<U>(v));
  }
  template<class G, class = std::enable_if_t<std::is_constructible_v<E, const G &>>>
  expected & operator=(const unexpected<G> & e)
  {
    return *this = expected(unexpect, e.value());
  }
  template<class G, class = std::enable_if_t<std::is_constructible_v<E, G &&>>>
  expected & operator=(unexpected<G> && e)
  {
    return *this = expected(unexpect, std::move(e).value());
  }
  template<class ... Args>
  void emplace(Args && ... args) {*this = expected(in_place, std::forward<Args>(args)...);}
  void swap(expected & other) {held_.swap(other.held_);}

  constexpr bool has_value() const noexcept {return held_.index() == 0;}
  constexpr explicit operator bool() const noexcept {return has_value();}

  template<class U = T, class = IfValue<U>>
  constexpr const U * operator->() const {return std::addressof(std::get<0>(held_));}
  template<class U = T, class = IfValue<U>>
  constexpr U * operator->() {return std::addressof(std::get<0>(held_));}
  template<class U = T, class = IfValue<U>>
  constexpr const U & operator*() const & {return std::get<0>(held_);}
  template<class U = T, class = IfValue<U>>
  constexpr U & operator*() & {return std::get<0>(held_);}
  template<class U = T, class = IfValue<U>>
  constexpr U && operator*() && {return std::move(**this);}
  template<class U = T, class = IfValue<U>>
  constexpr const U && operator*() const && {return std::move(**this);}

  /// @throws bad_expected_access<E> if it is an error.
  constexpr decltype(auto) value() const & {return checked(*this);}
  constexpr decltype(auto) value() & {return checked(*this);}
  constexpr decltype(auto) value() && {return checked(std::move(*this));}
  constexpr decltype(auto) value() const && {return checked(std::move(*this));}

  constexpr const E & error() const & {return std::get<1>(held_).value();}
  constexpr E & error() & {return std::get<1>(held_).value();}
  constexpr E && error() && {return std::move(error());}
  constexpr const E && error() const && {return std::move(error());}

  template<class U>
  constexpr T value_or(U && v) const &
  {
    return has_value() ? **this : static_cast<T>(std::forward<U>(v));
  }
  template<class U>
  constexpr T value_or(U && v) &&
  {
    return has_value() ? std::move(**this) : static_cast<T>(std::forward<U>(v));
  }

  /// What `f` returns for the value, an expected; else the error.
  template<class F>
  constexpr auto and_then(F && f) & {return detail::and_then(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto and_then(F && f) const & {return detail::and_then(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto and_then(F && f) &&
  {
    return detail::and_then(std::move(*this), std::forward<F>(f));
  }
  /// An expected of what `f` returns for the value; else the error.
  template<class F>
  constexpr auto map(F && f) & {return detail::map(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto map(F && f) const & {return detail::map(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto map(F && f) && {return detail::map(std::move(*this), std::forward<F>(f));}
  template<class F>
  constexpr auto transform(F && f) & {return map(std::forward<F>(f));}
  template<class F>
  constexpr auto transform(F && f) const & {return map(std::forward<F>(f));}
  template<class F>
  constexpr auto transform(F && f) && {return std::move(*this).map(std::forward<F>(f));}
  /// The value; else what `f` returns for the error as an error.
  template<class F>
  constexpr auto map_error(F && f) & {return detail::map_error(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto map_error(F && f) const & {return detail::map_error(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto map_error(F && f) &&
  {
    return detail::map_error(std::move(*this), std::forward<F>(f));
  }
  /// The value; else the expected that `f` returns for the error, or the error if that is void.
  template<class F>
  constexpr auto or_else(F && f) & {return detail::or_else(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto or_else(F && f) const & {return detail::or_else(*this, std::forward<F>(f));}
  template<class F>
  constexpr auto or_else(F && f) &&
  {
    return detail::or_else(std::move(*this), std::forward<F>(f));
  }

private:
  template<class Self>
  static constexpr decltype(auto) checked(Self && self)
  {
    if (!self.has_value()) {throw bad_expected_access<E>(std::forward<Self>(self).error());}
    if constexpr (!std::is_void_v<T>) {return *std::forward<Self>(self);}
  }

  std::variant<Held, unexpected<E>> held_;
};

template<class T, class E, class U, class F>
constexpr bool operator==(const expected<T, E> & a, const expected<U, F> & b)
{
  if (a.has_value() != b.has_value()) {return false;}
  if (!a.has_value()) {return a.error() == b.error();}
  if constexpr (std::is_void_v<T> || std::is_void_v<U>) {
    return std::is_void_v<T> == std::is_void_v<U>;
  } else {
    return *a == *b;
  }
}
template<class T, class E, class U, class F>
constexpr bool operator!=(const expected<T, E> & a, const expected<U, F> & b) {return !(a == b);}
template<class T, class E, class U>
constexpr bool operator==(const expected<T, E> & a, const U & v) {return a.has_value() && *a == v;}
template<class T, class E, class U>
constexpr bool operator==(const U & v, const expected<T, E> & a) {return a == v;}
template<class T, class E, class U>
constexpr bool operator!=(const expected<T, E> & a, const U & v) {return !(a == v);}
template<class T, class E, class U>
constexpr bool operator!=(const U & v, const expected<T, E> & a) {return !(a == v);}
template<class T, class E>
constexpr bool operator==(const expected<T, E> & a, const unexpected<E> & e)
{
  return !a.has_value() && a.error() == e.value();
}
template<class T, class E>
constexpr bool operator==(const unexpected<E> & e, const expected<T, E> & a) {return a == e;}
template<class T, class E>
constexpr bool operator!=(const expected<T, E> & a, const unexpected<E> & e) {return !(a == e);}
template<class T, class E>
constexpr bool operator!=(const unexpected<E> & e, const expected<T, E> & a) {return !(a == e);}

template<class T, class E>
void swap(expected<T, E> & a, expected<T, E> & b) {a.swap(b);}

}  // namespace tl

#endif  // TL_EXPECTED_HPP
