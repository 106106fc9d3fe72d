// Counts the control-flow edges that a program executes, and at exit writes the number to the file
// that WIDGETCONFIG_STEPS names. The compiler inserts calls to the first two functions; see
// Package.swift.

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t steps;
// Without this flag, threads would contend for the counter even when no count is requested.
static bool counts;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  (void)start;
  (void)stop;
  counts = getenv("WIDGETCONFIG_STEPS") != NULL;
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  (void)guard;
  if (counts) __atomic_fetch_add(&steps, 1, __ATOMIC_RELAXED);
}

__attribute__((destructor)) static void write_steps(void) {
  const char *path = getenv("WIDGETCONFIG_STEPS");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%" PRIu64, steps);
  fclose(file);
}
