# find_package(tracetools): its program tells whether nodes can be traced. Its C API is not there.
