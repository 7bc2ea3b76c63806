// Counts heap allocations by standing in front of glibc's allocator: the program's own malloc goes before the C library's for all that it
// loads. Each thread counts for itself, so that tests that run at the same time do not disturb one another.
#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>

// Initial-exec, because the general model may itself allocate.
static _Thread_local bool counting __attribute__((tls_model("initial-exec")));
static _Thread_local long count __attribute__((tls_model("initial-exec")));

void allocation_counter_start(void) {
  count = 0;
  counting = true;
}

long allocation_counter_stop(void) {
  counting = false;
  return count;
}

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void note(void) {
  if (counting) count++;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t members, size_t size) {
  note();
  return __libc_calloc(members, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *block = result;
  return 0;
}

bool allocation_counter_works(void) { return true; }

#else

bool allocation_counter_works(void) { return false; }

#endif
