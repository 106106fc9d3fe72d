#ifndef CHANDLERSTACK_H
#define CHANDLERSTACK_H

// The bytes of the separate stack of a signal handler, which a stack overflow needs.
enum { handler_stack_size = 64 * 1024 };

#endif
