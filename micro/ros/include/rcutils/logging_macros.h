/* Logging of rcutils: lines on the program's standard output, where it has one. */
#ifndef RANVIER_MICRO_RCUTILS_LOGGING_MACROS_H
#define RANVIER_MICRO_RCUTILS_LOGGING_MACROS_H

#include <stdio.h>

#define RCUTILS_LOG_AT(level, ...) ((void)(printf("[" level "] " __VA_ARGS__), printf("\n")))
#define RCUTILS_LOG_DEBUG(...) RCUTILS_LOG_AT("DEBUG", __VA_ARGS__)
#define RCUTILS_LOG_INFO(...) RCUTILS_LOG_AT("INFO", __VA_ARGS__)
#define RCUTILS_LOG_WARN(...) RCUTILS_LOG_AT("WARN", __VA_ARGS__)
#define RCUTILS_LOG_ERROR(...) RCUTILS_LOG_AT("ERROR", __VA_ARGS__)
#define RCUTILS_LOG_FATAL(...) RCUTILS_LOG_AT("FATAL", __VA_ARGS__)

#endif
