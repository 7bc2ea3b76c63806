#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Begins to count the calling thread's allocations from 0.
void allocation_counter_start(void);

/// Stops counting; the number of allocations since the start.
long allocation_counter_stop(void);

/// Whether this build counts: not where a sanitizer has the allocator for itself.
bool allocation_counter_works(void);

#endif
