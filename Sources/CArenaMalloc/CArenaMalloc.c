#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "CArenaMalloc.h"

#include <stddef.h>

#include "CArena.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

// The GNU C library lets a program define `malloc` (its manual, "Replacing malloc"). Here it is passed on
// to the next one in the order of libraries, which a preloaded allocator would be: the functions that
// are not defined here, such as `aligned_alloc`, come from there as well, and have to fit.
#if defined(__GLIBC__) && defined(__LP64__) && !defined(HAS_SANITIZER)

#include <dlfcn.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

static void *first_malloc(size_t size);
static void *first_calloc(size_t count, size_t size);
static void *first_realloc(void *block, size_t size);
static void first_free(void *block);

static void *(*system_malloc)(size_t) = first_malloc;
static void *(*system_calloc)(size_t, size_t) = first_calloc;
static void *(*system_realloc)(void *, size_t) = first_realloc;
static void (*system_free)(void *) = first_free;

// Looks for the system's functions; the first call of any of them comes long before a second thread.
static void look(void) {
  // What the search itself asks for.
  system_malloc = __libc_malloc;
  system_calloc = __libc_calloc;
  system_realloc = __libc_realloc;
  system_free = __libc_free;
  void *(*next_malloc)(size_t) = dlsym(RTLD_NEXT, "malloc");
  void *(*next_calloc)(size_t, size_t) = dlsym(RTLD_NEXT, "calloc");
  void *(*next_realloc)(void *, size_t) = dlsym(RTLD_NEXT, "realloc");
  void (*next_free)(void *) = dlsym(RTLD_NEXT, "free");
  if (!next_malloc || !next_calloc || !next_realloc || !next_free) return;
  system_malloc = next_malloc;
  system_calloc = next_calloc;
  system_realloc = next_realloc;
  system_free = next_free;
}

static void *first_malloc(size_t size) { return look(), system_malloc(size); }

static void *first_calloc(size_t count, size_t size) { return look(), system_calloc(count, size); }

static void *first_realloc(void *block, size_t size) {
  return look(), system_realloc(block, size);
}

static void first_free(void *block) {
  look();
  system_free(block);
}

__attribute__((constructor)) static void reserve(void) { carena_reserve(); }

// The system's functions while the thread has entered an arena. They may be made of `malloc` themselves,
// and what they keep must not be in it.

static void *outside_malloc(struct carena *arena, size_t size) {
  carena_leave();
  void *block = system_malloc(size);
  carena_enter(arena);
  return block;
}

static void *outside_calloc(struct carena *arena, size_t count, size_t size) {
  carena_leave();
  void *block = system_calloc(count, size);
  carena_enter(arena);
  return block;
}

static void *outside_realloc(struct carena *arena, void *block, size_t size) {
  carena_leave();
  void *moved = system_realloc(block, size);
  carena_enter(arena);
  return moved;
}

void *malloc(size_t size) {
  struct carena *arena = carena_current;
  if (arena == NULL) return system_malloc(size);
  void *block = carena_take(arena, size);
  return block != NULL ? block : outside_malloc(arena, size);
}

void *calloc(size_t count, size_t size) {
  struct carena *arena = carena_current;
  if (arena == NULL) return system_calloc(count, size);
  size_t total;
  void *block = __builtin_mul_overflow(count, size, &total) ? NULL : carena_take(arena, total);
  return block != NULL ? memset(block, 0, total) : outside_calloc(arena, count, size);
}

void free(void *block) {
  if (carena_contains(block)) {
    carena_give_back(block);
  } else {
    system_free(block);
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
  if (carena_contains(block)) {
    if (size != 0) return resized(block, size);
    carena_give_back(block);
    return NULL;
  }
  // A block of the system stays one: it may be kept when the arena is given back.
  struct carena *arena = carena_current;
  return arena == NULL ? system_realloc(block, size) : outside_realloc(arena, block, size);
}

#endif
