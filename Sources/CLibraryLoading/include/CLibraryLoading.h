#ifndef CLIBRARYLOADING_H
#define CLIBRARYLOADING_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// A library that is loaded when it is first needed, and the functions that are taken from it.
typedef struct {
  const char *name;
  void **place;
} clib_symbol;

typedef struct {
  const clib_symbol *symbols;
  size_t count;
  // What the library needs before its first use; NULL for nothing. Zero says that it is ready.
  int (*start)(void);
  pthread_mutex_t lock;
  bool is_loaded;
} clib_library;

typedef enum { clib_ready, clib_missing, clib_lacks_symbol, clib_not_started } clib_outcome;

// Loads the first library there is of some file names, which end with NULL. Later calls only ask whether
// one of the names is that of a loaded library. Any thread may call it.
clib_outcome clib_load(clib_library *library, const char *const *names);

#endif
