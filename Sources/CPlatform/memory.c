#include "CProcess.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cprocess_return_large_blocks(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  // By default, the heap of each thread keeps as much memory as the thread ever used at once.
  mallopt(M_ARENA_MAX, 4);
#endif
}

void cprocess_return_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
