#ifndef HITZONE_ALLOCATION_COUNTER_H
#define HITZONE_ALLOCATION_COUNTER_H

#include <stdint.h>

// How often the calling thread has called malloc, calloc, realloc or an aligned variant so far; -1 where a sanitizer owns
// the allocator, so that nothing can be counted.
int64_t hitzone_allocations(void);

#endif
