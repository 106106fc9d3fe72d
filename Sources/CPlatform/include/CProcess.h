#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

// From now on, blocks of a mebibyte and more are returned to the system when they are freed, and so is other memory at
// the end of a heap.
//
// Otherwise glibc uses the size of the largest freed block, up to 32 MiB, as the usual size, and
// keeps twice as much free memory in each of its heaps; there are eight heaps for each processor.
void cprocess_return_large_blocks(void);

// Returns free memory between allocations in use to the system. Only glibc keeps it; with other C libraries, this
// does nothing.
void cprocess_return_memory(void);

// From now on, a crash writes one line to standard error before the process ends by the signal as it would have: a
// trap, an invalid instruction or access, a division by zero, or an abort.
//
// The line has the time, the level “error”, the event “process.crashed” and the signal, as text or
// as a JSON object. On threads other than the caller's, a stack overflow is not reported, because
// only the caller gets a stack for signals; a killed process (SIGKILL, as when memory is short) can
// write nothing.
void cprocess_note_crashes(bool as_json);

#endif
