#ifndef CHANDLERSTACK_H
#define CHANDLERSTACK_H

// The size in bytes of a signal handler's separate stack, which it needs after a stack overflow.
enum { handler_stack_size = 64 * 1024 };

#endif
