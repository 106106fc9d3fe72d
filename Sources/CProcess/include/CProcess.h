#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

// Returns free memory between allocations in use to the system. Only glibc keeps it; with other C libraries, this
// does nothing.
void cprocess_return_memory(void);

// From now on, a crash writes one line to standard error before the process ends by the signal as it would have: a
// trap, an invalid instruction or access, a division by zero, or an abort.
//
// The line has the time, the level “error”, the event “process.crashed” and the signal, as text or as a JSON object.
// A stack overflow is only noted on the calling thread, which gets a stack for signals; a process that is killed
// (SIGKILL, as when memory is short) can write nothing.
void cprocess_note_crashes(bool as_json);

#endif
