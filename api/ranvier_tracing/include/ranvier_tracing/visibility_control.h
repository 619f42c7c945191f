// What the library shows.
#ifndef RANVIER_TRACING__VISIBILITY_CONTROL_H_
#define RANVIER_TRACING__VISIBILITY_CONTROL_H_

#define RANVIER_TRACING_EXPORT __attribute__((visibility("default")))
#define RANVIER_TRACING_IMPORT
#define RANVIER_TRACING_PUBLIC __attribute__((visibility("default")))
#define RANVIER_TRACING_PUBLIC_TYPE
#define RANVIER_TRACING_LOCAL __attribute__((visibility("hidden")))

#endif  // RANVIER_TRACING__VISIBILITY_CONTROL_H_
