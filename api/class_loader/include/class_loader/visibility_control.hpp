// What the library shows.
#ifndef CLASS_LOADER__VISIBILITY_CONTROL_HPP_
#define CLASS_LOADER__VISIBILITY_CONTROL_HPP_

#define CLASS_LOADER_EXPORT __attribute__((visibility("default")))
#define CLASS_LOADER_IMPORT
#define CLASS_LOADER_PUBLIC __attribute__((visibility("default")))
#define CLASS_LOADER_LOCAL __attribute__((visibility("hidden")))

#endif  // CLASS_LOADER__VISIBILITY_CONTROL_HPP_
