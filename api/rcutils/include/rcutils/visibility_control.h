// Symbols of this package are visible by default; the macros exist for code
// that marks its own declarations with them.
#ifndef RCUTILS__VISIBILITY_CONTROL_H_
#define RCUTILS__VISIBILITY_CONTROL_H_

#define RCUTILS_EXPORT __attribute__((visibility("default")))
#define RCUTILS_IMPORT
#define RCUTILS_PUBLIC __attribute__((visibility("default")))
#define RCUTILS_PUBLIC_TYPE
#define RCUTILS_LOCAL __attribute__((visibility("hidden")))

#endif  // RCUTILS__VISIBILITY_CONTROL_H_
