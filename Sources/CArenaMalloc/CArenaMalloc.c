#include "CArenaMalloc.h"

#include <stddef.h>

#include "CArena.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

// The GNU C library lets a program define `malloc` (its manual, "Replacing malloc") and keeps its own
// at hand under these names. Anything that takes memory in other ways goes on using the library's.
#if defined(__GLIBC__) && defined(__LP64__) && !defined(HAS_SANITIZER)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

__attribute__((constructor)) static void reserve(void) { carena_reserve(); }

void *malloc(size_t size) {
  struct carena *arena = carena_current;
  if (arena != NULL) {
    void *block = carena_take(arena, size);
    if (block != NULL) return block;
  }
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  struct carena *arena = carena_current;
  size_t total;
  if (arena != NULL && !__builtin_mul_overflow(count, size, &total)) {
    void *block = carena_take(arena, total);
    if (block != NULL) return memset(block, 0, total);
  }
  return __libc_calloc(count, size);
}

void free(void *block) {
  if (carena_contains(block)) {
    carena_give_back(block);
  } else {
    __libc_free(block);
  }
}

// Gives a block of an arena another size; null if there is no memory, and then it stays as it is.
static void *resized(void *block, size_t size) {
  if (carena_resize(block, size)) return block;
  size_t readable = carena_readable(block);
  void *larger = malloc(size);
  if (larger == NULL) return NULL;
  memcpy(larger, block, size < readable ? size : readable);
  carena_give_back(block);
  return larger;
}

void *realloc(void *block, size_t size) {
  if (block == NULL) return malloc(size);
  // A block of the system stays one: it may be kept when the arena is given back.
  if (!carena_contains(block)) return __libc_realloc(block, size);
  if (size != 0) return resized(block, size);
  carena_give_back(block);
  return NULL;
}

#endif
