// What the library shows.
#ifndef RCPPUTILS__VISIBILITY_CONTROL_HPP_
#define RCPPUTILS__VISIBILITY_CONTROL_HPP_

#define RCPPUTILS_EXPORT __attribute__((visibility("default")))
#define RCPPUTILS_IMPORT
#define RCPPUTILS_PUBLIC __attribute__((visibility("default")))
#define RCPPUTILS_PUBLIC_TYPE
#define RCPPUTILS_LOCAL __attribute__((visibility("hidden")))

#endif  // RCPPUTILS__VISIBILITY_CONTROL_HPP_
