#ifndef CMEMORY_H
#define CMEMORY_H

// Returns free memory between allocations in use to the system. Only glibc keeps it; with other C libraries, this
// does nothing.
void cmemory_trim(void);

#endif
