#include "CLibraryLoading.h"

#include <dlfcn.h>
#include <string.h>

static clib_outcome load(clib_library *library, const char *const *names) {
  void *opened = NULL;
  int mode = RTLD_NOW | RTLD_LOCAL | (library->is_loaded ? RTLD_NOLOAD : 0);
  for (; *names != NULL && opened == NULL; names++) opened = dlopen(*names, mode);
  if (opened == NULL) return clib_missing;
  if (library->is_loaded) {
    dlclose(opened);
    return clib_ready;
  }
  for (size_t i = 0; i < library->count; i++) {
    void *address = dlsym(opened, library->symbols[i].name);
    if (address == NULL) {
      dlclose(opened);
      return clib_lacks_symbol;
    }
    memcpy(library->symbols[i].place, &address, sizeof address);
  }
  if (library->start != NULL && library->start() != 0) return clib_not_started;
  library->is_loaded = true;
  return clib_ready;
}

clib_outcome clib_load(clib_library *library, const char *const *names) {
  pthread_mutex_lock(&library->lock);
  clib_outcome outcome = load(library, names);
  pthread_mutex_unlock(&library->lock);
  return outcome;
}
