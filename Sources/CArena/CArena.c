#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CArena.h"

#include <stdatomic.h>
#include <sys/mman.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

_Thread_local struct carena *carena_current = NULL;
uintptr_t carena_range = UINTPTR_MAX;
struct carena carena_slices[1 << carena_count_bits] __attribute__((aligned(128)));

// A bit for each slice that is in use.
static _Atomic uint64_t used;

static const size_t slice_size = (size_t)1 << carena_slice_bits;
static const size_t range_size = (size_t)1 << (carena_slice_bits + carena_count_bits);

void carena_reserve(void) {
  if (carena_is_available()) return;
  // Twice the range has a piece that begins at a multiple of it.
  char *found = mmap(NULL, 2 * range_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (found == MAP_FAILED) return;
  uintptr_t address = ((uintptr_t)found + range_size - 1) & ~(uintptr_t)(range_size - 1);
  char *start = (char *)address;
  if (start > found) munmap(found, (size_t)(start - found));
  munmap(start + range_size, (size_t)(found + range_size - start));
#ifdef MADV_NOHUGEPAGE
  // A few pages of each slice are written; a huge page would be the whole slice.
  madvise(start, range_size, MADV_NOHUGEPAGE);
#endif
  for (size_t i = 0; i < 1 << carena_count_bits; i++) {
    carena_slices[i].start = start + i * slice_size;
    carena_slices[i].end = carena_slices[i].start + slice_size;
    carena_reset(&carena_slices[i]);
  }
  carena_range = address >> (carena_slice_bits + carena_count_bits);
}

bool carena_is_available(void) { return carena_range != UINTPTR_MAX; }

struct carena *carena_make(void) {
  if (!carena_is_available()) return NULL;
  uint64_t before = atomic_load(&used);
  while (before != UINT64_MAX) {
    // The lowest one, whose pages have most likely been written already.
    int slice = __builtin_ctzll(~before);
    if (atomic_compare_exchange_weak(&used, &before, before | (uint64_t)1 << slice)) {
      carena_reset(&carena_slices[slice]);
      return &carena_slices[slice];
    }
  }
  return NULL;
}

void carena_free(struct carena *arena) {
  atomic_fetch_and(&used, ~((uint64_t)1 << (arena - carena_slices)));
}
