// What trace_off_test.py disassembles: an event as code of a library has it.
#include "ranvier/trace/trace.h"

extern "C" {

__attribute__((visibility("default"))) void probe_event(const void* callback) {
  RANVIER_TRACE(callback_end, callback);
}

__attribute__((visibility("default"))) void probe_nothing(const void*) {}

}  // extern "C"
