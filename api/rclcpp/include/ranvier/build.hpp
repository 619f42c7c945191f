// Messages whose one large field is filled where it is sent from, without a copy.
//
//   #include "ranvier/build.hpp"
//
//   sensor_msgs::msg::Image head;  // all but the pixels
//   auto image = ranvier::build(*publisher, head, 640 * 480 * 3, &sensor_msgs::msg::Image::data);
//   camera.read(image.data(), image.size());
//   image.publish();
#ifndef RANVIER__BUILD_HPP_
#define RANVIER__BUILD_HPP_

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "rclcpp/publisher.hpp"
#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "rosidl_runtime_cpp/span.hpp"

namespace ranvier
{

template<typename M>
struct Viewing;  // rosidl_runtime_cpp/view.hpp; for fields of messages

namespace detail
{

/// A message under way, without its type.
class RCLCPP_PUBLIC MessageInBuilding
{
public:
  /// How many elements stand for `count` in the sample.
  static size_t sampled(size_t count);

  /// `empty`: the message without elements. Throws std::length_error if a field
  /// cannot hold so many; `most`: its bound.
  MessageInBuilding(
    const rclcpp::PublisherBase & publisher, const void * empty, size_t count, size_t most);
  MessageInBuilding(MessageInBuilding &&) noexcept;
  MessageInBuilding & operator=(MessageInBuilding &&) noexcept;
  ~MessageInBuilding();

  /// Borrows memory and encodes all but the elements of the sequence. @return where
  /// they belong. `sample`: the message with sampled() of them.
  /// Throws std::bad_alloc.
  void * encode(const void * sample, size_t size, size_t alignment);
  void publish();

private:
  struct Impl;

  std::unique_ptr<Impl> impl_;
};

template<typename T>
struct SequenceOf : std::false_type {};
template<typename T, typename A>
struct SequenceOf<std::vector<T, A>>: std::true_type {};
template<typename T, std::size_t N, typename A>
struct SequenceOf<rosidl_runtime_cpp::BoundedVector<T, N, A>>: std::true_type {};

template<typename T>
constexpr bool is_filled_in_place()
{
  if constexpr (std::is_arithmetic_v<T>) {
    return !std::is_same_v<T, bool>;
  } else {
    return Viewing<T>::plain;  // include the view header of T
  }
}

template<typename T>
T & member_of(T & object) {return object;}
template<typename T, typename Class, typename Member, typename ... Others>
auto & member_of(T & object, Member Class::* first, Others... rest)
{
  return member_of(object.*first, rest ...);
}

/// A message of the caller's own. One that may be too large for a thread's stack lies in the
/// heap.
template<typename T, bool = (sizeof(T) > 4096)>
class OwnCopy
{
public:
  explicit OwnCopy(const T & original)
  : copy_(original) {}
  T & get() {return copy_;}

private:
  T copy_;
};
template<typename T>
class OwnCopy<T, true>
{
public:
  explicit OwnCopy(const T & original)
  : copy_(std::make_unique<T>(original)) {}
  T & get() {return *copy_;}

private:
  const std::unique_ptr<T> copy_;
};

/// Lifecycle publishers that are not active send nothing.
template<typename PublisherT, typename = void>
struct Activation
{
  static bool of(const PublisherT &) {return true;}
};
template<typename PublisherT>
struct Activation<PublisherT, std::void_t<decltype(std::declval<PublisherT>().is_activated())>>
{
  static bool of(PublisherT & publisher) {return publisher.is_activated();}
};

}  // namespace detail

/// A message that is being built. What the elements hold at first is not known:
/// write all of them. Not published, it is dropped.
///
/// Threads: one at a time. Lifetime: may outlive the publisher.
template<typename T>
class Built
{
public:
  Built(detail::MessageInBuilding message, Span<T> elements, bool sends)
  : message_(std::move(message)), elements_(elements), sends_(sends) {}

  Span<T> elements() const {return elements_;}  ///< The large sequence, to be written in place.
  T * data() const {return elements_.data();}  ///< Its first element.
  size_t size() const {return elements_.size();}  ///< How many elements it has; fixed.
  T * begin() const {return elements_.begin();}  ///< For a loop over the elements.
  T * end() const {return elements_.end();}  ///< Behind the last element.
  T & operator[](size_t index) const {return elements_[index];}  ///< Not checked.

  /// Sends it, as Publisher::publish() would; it is the receivers' then, and empty here.
  /// @throws rclcpp::exceptions::RCLError as Publisher::publish();
  ///         std::logic_error if it was published already.
  void publish()
  {
    elements_ = {};
    if (sends_) {message_.publish();}
  }

private:
  detail::MessageInBuilding message_;
  Span<T> elements_;
  bool sends_;
};

/// Begins a message like `prototype`, whose field at `path` is empty and is to have
/// `count` elements: a sequence of numbers (not bool), or of messages of nothing
/// but numbers without padding (then include the view header of that message). A
/// field of a nested message has a longer path: &Outer::inner, &Inner::data.
/// `prototype` is copied, and encoded twice: keep bulk out of it.
/// @throws std::invalid_argument if the field is not empty; std::length_error if it
///         cannot hold so many; std::bad_alloc.
template<typename PublisherT, typename ... Path>
auto build(
  PublisherT & publisher, const typename PublisherT::ROSMessageType & prototype,
  std::size_t count, Path... path)
{
  using Field = std::decay_t<decltype(detail::member_of(prototype, path ...))>;
  static_assert(detail::SequenceOf<Field>::value, "the field must be a sequence");
  using T = typename Field::value_type;
  static_assert(
    detail::is_filled_in_place<T>(), "its elements must be numbers, or messages of nothing but "
    "numbers without padding between them");
  if (!detail::member_of(prototype, path ...).empty()) {
    throw std::invalid_argument("the field to be built is not empty in the prototype: clear it");
  }
  detail::OwnCopy<typename PublisherT::ROSMessageType> own(prototype);
  auto & sample = own.get();
  auto & field = detail::member_of(sample, path ...);
  detail::MessageInBuilding message(publisher, &sample, count, field.max_size());
  field.resize(detail::MessageInBuilding::sampled(count));
  T * const elements = static_cast<T *>(message.encode(&sample, sizeof(T), alignof(T)));
  return Built<T>(
    std::move(message), Span<T>(count == 0 ? nullptr : elements, count),
    detail::Activation<PublisherT>::of(publisher));
}

}  // namespace ranvier
#endif  // RANVIER__BUILD_HPP_
