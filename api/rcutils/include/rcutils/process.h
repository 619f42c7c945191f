/* This process. */
#ifndef RCUTILS__PROCESS_H_
#define RCUTILS__PROCESS_H_

#include "rcutils/allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

int rcutils_get_pid(void);
/// The program's file name without its folder, freed with the allocator.
char * rcutils_get_executable_name(rcutils_allocator_t allocator);

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__PROCESS_H_ */
