#ifndef CARENA_H
#define CARENA_H

// Memory that is taken block by block and given back all at once.
//
// json-c asks `malloc` for each object, and more than a third of the time of parsing goes there. While a
// thread has entered an arena, the `malloc` of CArenaMalloc cuts blocks off it one after the other. That
// target defines `malloc` for a whole program, so only executables link it; everywhere else no arena can
// be made, and memory comes from the system as ever.
//
// All arenas are slices of one reserved range, so that a look at an address tells whether it is of an
// arena. A page of it is taken from the system when it is first written.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  carena_slice_bits = 21,  // 2 MiB: the objects of a text of about 90 KB.
  carena_count_bits = 6,   // 64 arenas at once.
  carena_alignment = 16,
};

// A slice, which one thread at a time may use.
struct carena {
  char *start;
  char *next;
  char *end;
  char *last;       // The block cut off last; null if it was given back.
  size_t blocks;    // Blocks that were taken and not given back.
  bool overflowed;  // Something was asked for that no longer fitted.
  char apart[87];   // Keeps the slices of two threads out of each other's cache lines.
};

#if defined(__ELF__)
// A thread's own variable at a fixed place, so that reaching it cannot itself ask for memory.
#define CARENA_FIXED_PLACE __attribute__((tls_model("initial-exec")))
#else
#define CARENA_FIXED_PLACE
#endif

// The arena that this thread has entered; null for none.
extern _Thread_local struct carena *carena_current CARENA_FIXED_PLACE;

// The upper bits that all addresses in the range share; no address has them until it is reserved.
extern uintptr_t carena_range;

extern struct carena carena_slices[1 << carena_count_bits];

// Reserves the range, once; called by the `malloc` that looks at arenas before it can be asked for
// anything. Without the address space there are no arenas.
void carena_reserve(void);

// Whether arenas can be made in this program.
bool carena_is_available(void);

// Makes an empty arena; null where none can be made or 64 are in use.
struct carena *carena_make(void);

// Gives up an arena, which no thread may have entered, with all its blocks.
void carena_free(struct carena *arena);

// Has blocks of this thread come from an arena until it leaves. Only calls into C that keep no memory
// from one text to the next may stand between the two.
static inline void carena_enter(struct carena *arena) { carena_current = arena; }

static inline void carena_leave(void) { carena_current = NULL; }

// Gives back all blocks at once and tells how many there were.
//
// Blocks that came from the system because the arena was full are not among them: what holds those has
// to be released block by block before.
static inline size_t carena_reset(struct carena *arena) {
  size_t blocks = arena->blocks;
  arena->next = arena->start;
  arena->last = NULL;
  arena->blocks = 0;
  arena->overflowed = false;
  return blocks;
}

// MARK: For the `malloc` that looks at arenas

static inline bool carena_contains(const void *block) {
  return (uintptr_t)block >> (carena_slice_bits + carena_count_bits) == carena_range;
}

// The arena that a block is of, which must be of one.
static inline struct carena *carena_of(const void *block) {
  uintptr_t slice = (uintptr_t)block >> carena_slice_bits;
  return &carena_slices[slice & ((1 << carena_count_bits) - 1)];
}

// A block of some bytes at a multiple of 16, its contents left as they are; null if it no longer fits.
static inline void *carena_take(struct carena *arena, size_t size) {
  // The rest is a multiple of 16, so that what is smaller fits rounded up as well.
  if (size >= (size_t)(arena->end - arena->next)) {
    arena->overflowed = true;
    return NULL;
  }
  char *block = arena->next;
  size_t rounded = (size + carena_alignment - 1) & ~(size_t)(carena_alignment - 1);
  arena->next = block + (rounded == 0 ? carena_alignment : rounded);
  arena->last = block;
  arena->blocks++;
  return block;
}

// Gives back one block. Only the one taken last makes room.
static inline void carena_give_back(void *block) {
  struct carena *arena = carena_of(block);
  arena->blocks--;
  if (block != arena->last) return;
  arena->next = arena->last;
  arena->last = NULL;
}

// Gives the block taken last another size where it stands; false for any other and where it does not fit.
static inline bool carena_resize(void *block, size_t size) {
  struct carena *arena = carena_of(block);
  if (block != arena->last || size >= (size_t)(arena->end - arena->last)) return false;
  size_t rounded = (size + carena_alignment - 1) & ~(size_t)(carena_alignment - 1);
  arena->next = arena->last + (rounded == 0 ? carena_alignment : rounded);
  return true;
}

// How many bytes can be read from the start of a block on, which are at least its own.
//
// Blocks do not know their size. Who copies one to a larger one copies what follows it as well, which
// makes no difference: the bytes that a block gains may be anything.
static inline size_t carena_readable(const void *block) {
  return (size_t)(carena_of(block)->next - (const char *)block);
}

#endif
