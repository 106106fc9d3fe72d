#ifndef CMEMORY_H
#define CMEMORY_H

// Gives memory that is free, but lies between pieces in use, back to the system. Only the C library of GNU keeps
// it; with others this does nothing.
void cmemory_trim(void);

#endif
