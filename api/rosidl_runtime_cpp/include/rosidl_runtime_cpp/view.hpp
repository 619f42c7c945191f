// A message seen in its encoded form: nothing that is large is copied.
//
// For each message the generator writes <package>/<folder>/view/<name>.hpp, with
// a struct Fields<M> that has the members of M in a form that can lie in the
// encoding. Nobody pays for it who does not include it.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "rosidl_runtime_cpp/detail/view_decoder.hpp"

namespace ranvier {

template <typename M>
class View;

/// Whether bytes (CDR with its header) are an M, and the view of them if so.
/// `view` refers to the bytes, which must be there as long as it and its copies
/// are; `keeper` is held for that long. They may change meanwhile, as those of
/// another process can: then the view's strings and spans change with them, but
/// not where they lie or how long they are.
/// Contract: any thread. Allocates for sequences of strings and of messages that the
/// view has no room for from before, for wide strings, and for what must be copied (see
/// copied_bytes). If false, `view` is not to be used but for another look.
template <typename M>
[[nodiscard]] bool look(const void* bytes, std::size_t size, std::shared_ptr<const void> keeper,
                        View<M>& view) {
  view.ranvier_let_go();
  detail::ViewDecoder from;
  if (!from.open(bytes, size, view.ranvier_copies_)) return false;
  typename Viewing<M>::Type& fields = view;
  if (!from.one(fields)) return false;
  from.close();
  view.ranvier_keeper_ = std::move(keeper);
  view.ranvier_elements_ = from.elements();
  return true;
}

/// Bytes of elements that the view had to copy, since they are of the other byte
/// order or not aligned in memory.
template <typename M>
std::size_t copied_bytes(const View<M>& view) noexcept {
  return view.ranvier_copies_ ? view.ranvier_copies_->bytes() : 0;
}

/// The members of M, by the names that they have there:
///   numbers, bool                    the same
///   string                           std::string_view
///   arrays and sequences of numbers  Span<const number>; of bool: Span<const Flag>
///   messages of nothing but numbers without padding between them (Time, Point)
///                                    the same; many: Span<const Point>
///   other messages                   Fields<Header>, with members like these
///   sequences, arrays of the rest    std::vector, std::array of what one is
///   wide strings                     std::u16string, copied
///
/// Copies share the bytes, and keep them. Threads: as a std::vector.
template <typename M>
class View : public Viewing<M>::Type {
 public:
  /// Gives up what keeps the bytes, and not the memory of the view's own vectors: the next
  /// look() finds it. The members are not to be used until then.
  void ranvier_let_go() noexcept {
    ranvier_keeper_.reset();
    ranvier_copies_.reset();
  }
  /// Bytes of elements that lie in the view's own vectors.
  std::size_t ranvier_elements() const noexcept { return ranvier_elements_; }

 private:
  friend bool look<M>(const void*, std::size_t, std::shared_ptr<const void>, View<M>&);
  friend std::size_t copied_bytes<M>(const View<M>&) noexcept;

  // No message has members of these names.
  std::shared_ptr<const void> ranvier_keeper_;
  std::shared_ptr<detail::ViewCopies> ranvier_copies_;
  std::size_t ranvier_elements_ = 0;
};

}  // namespace ranvier
