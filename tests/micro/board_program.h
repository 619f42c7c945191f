/* What the programs of boards that tests start have in common. */
#ifndef BOARD_PROGRAM_H
#define BOARD_PROGRAM_H

#include <stdio.h>

/* Ends the calling function with 1, and says why, if a call fails. */
#define RCCHECK(fn)                                                                                \
  {                                                                                                \
    rcl_ret_t temp_rc = fn;                                                                        \
    if (temp_rc != RCL_RET_OK) {                                                                   \
      printf("line %d: %d: %s\n", __LINE__, (int)temp_rc, rcl_get_error_string().str);             \
      return 1;                                                                                    \
    }                                                                                              \
  }

#endif
