// Attributes for clang's analysis of locks: which lock guards what, and who holds it.
//
// clang looks at them with -Wthread-safety and a libc++ whose std::mutex is annotated.
// For all others they are nothing.
#ifndef RCPPUTILS__THREAD_SAFETY_ANNOTATIONS_HPP_
#define RCPPUTILS__THREAD_SAFETY_ANNOTATIONS_HPP_

#include <mutex>

#if defined(__clang__) && defined(_LIBCPP_HAS_THREAD_SAFETY_ANNOTATIONS) && !defined(SWIG)
#define RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(x) __attribute__((x))
#else
#define RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(x)
#endif

/// A lock that must not be held, as RCPPUTILS_TSA_REQUIRES(!mutex) says it.
inline const std::mutex & operator!(const std::mutex & mutex) {return mutex;}

/// A class that is a lock; `x` is its kind in the words of the compiler: "mutex".
#define RCPPUTILS_TSA_CAPABILITY(x) RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(capability(x))
/// A class that holds a lock while it lives.
#define RCPPUTILS_TSA_SCOPED_CAPABILITY RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(scoped_lockable)

/// A member that is read and written with the lock held; a pointer to what is.
#define RCPPUTILS_TSA_GUARDED_BY(x) RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(guarded_by(x))
#define RCPPUTILS_TSA_PT_GUARDED_BY(x) RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(pt_guarded_by(x))

/// The order in which locks are taken.
#define RCPPUTILS_TSA_ACQUIRED_BEFORE(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(acquired_before(__VA_ARGS__))
#define RCPPUTILS_TSA_ACQUIRED_AFTER(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(acquired_after(__VA_ARGS__))

/// A function whose caller holds the locks, alone or with other readers.
#define RCPPUTILS_TSA_REQUIRES(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(requires_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_REQUIRES_SHARED(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(requires_shared_capability(__VA_ARGS__))
/// A function whose caller does not hold them.
#define RCPPUTILS_TSA_EXCLUDES(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(locks_excluded(__VA_ARGS__))

/// A function that takes locks, or gives them back.
#define RCPPUTILS_TSA_ACQUIRE(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(acquire_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_ACQUIRE_SHARED(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(acquire_shared_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_RELEASE(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(release_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_RELEASE_SHARED(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(release_shared_capability(__VA_ARGS__))
/// A function that takes locks if it returns its first argument, true or false.
#define RCPPUTILS_TSA_TRY_ACQUIRE(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(try_acquire_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_TRY_ACQUIRE_SHARED(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(try_acquire_shared_capability(__VA_ARGS__))

/// A function that does not return unless the lock is held.
#define RCPPUTILS_TSA_ASSERT_CAPABILITY(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(assert_capability(__VA_ARGS__))
#define RCPPUTILS_TSA_ASSERT_SHARED_CAPABILITY(...) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(assert_shared_capability(__VA_ARGS__))
/// A function that returns a reference to the lock.
#define RCPPUTILS_TSA_RETURN_CAPABILITY(x) \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(lock_returned(x))
/// A function that is not looked at.
#define RCPPUTILS_TSA_NO_THREAD_SAFETY_ANALYSIS \
  RCPPUTILS_THREAD_ANNOTATION_ATTRIBUTE_IMPL(no_thread_safety_analysis)

#endif  // RCPPUTILS__THREAD_SAFETY_ANNOTATIONS_HPP_
