#ifndef CARENAMALLOC_H
#define CARENAMALLOC_H

// The `malloc` of a program in which json-c's objects may come from an arena; see CArena.
//
// To link it is to use it, so there is nothing to call. It is for executables alone: a library must not
// choose the `malloc` of the programs that it becomes a part of.

#endif
