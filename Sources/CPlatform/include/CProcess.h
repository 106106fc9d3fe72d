#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

// Makes glibc return large blocks to the system as soon as they are freed, and also free memory at
// the end of a heap.
//
// By default, glibc adapts to the size of the largest freed block, and keeps twice as much free
// memory in each of its many heaps.
void cprocess_return_large_blocks(void);

// Returns to the system the free memory that lies between allocated blocks. Only glibc keeps such
// memory; with other C libraries, this does nothing.
void cprocess_return_memory(void);

// Makes a crash write one line to standard error before the signal ends the process as usual. A
// crash is a trap, an invalid instruction or access, a division by zero, or an abort.
//
// The line is a log entry with the time and the signal, as text or as a JSON object. On threads
// other than the caller's, a stack overflow is not reported, because only the caller gets a stack
// for signals. A killed process (SIGKILL, as when memory is short) cannot write anything.
void cprocess_note_crashes(bool as_json);

#endif
