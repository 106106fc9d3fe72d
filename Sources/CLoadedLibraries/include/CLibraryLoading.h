#ifndef CLIBRARYLOADING_H
#define CLIBRARYLOADING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// A function of a library, and where to store its address.
typedef struct {
  const char *name;
  void **place;
} clib_symbol;

// A library that is loaded on first use, and the functions to find in it.
typedef struct {
  const clib_symbol *symbols;
  size_t count;
  // Prepares the library before its first use; NULL if no preparation is needed. Returns 0 on
  // success.
  int (*start)(void);
  pthread_mutex_t lock;
  bool is_loaded;
} clib_library;

typedef enum { clib_ready, clib_missing, clib_lacks_symbol, clib_not_started } clib_outcome;

// Loads the first library that is found among the given file names, a NULL-terminated list. Later
// calls only check whether one of the names belongs to a loaded library. Safe to call from any
// thread.
clib_outcome clib_load(clib_library *library, const char *const *names);

// The stack size in bytes for a thread that only makes transfers. libcurl and its name resolver
// need little stack, and every thread reserves a stack.
#define CLIB_TRANSFER_STACK (1 << 20)

#endif
