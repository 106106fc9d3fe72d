#ifndef CTERMINAL_H
#define CTERMINAL_H

// What must happen inside signal handlers, where Swift cannot promise to be async-signal-safe: giving
// the terminal back, and noting signals for the event loop. There is one terminal per process.

#include <stddef.h>
#include <stdint.h>

// The read end of the pipe that signals and wake-ups write to, or -1 with errno. The pipe is made once
// and never closed, so a late wake-up can never write into a descriptor that means something else.
int cterminal_pipe(void);

// Remembers how to give the terminal back: its settings as they are, and bytes, of which at most 256 are
// kept. Returns 0, or -1 with errno: EBUSY if a terminal is already held.
int cterminal_hold(int fd, const uint8_t *bytes, size_t count);

// Gives the terminal back if it is held and not given back yet. Async-signal-safe.
void cterminal_restore(void);

// After cterminal_restore: it is to be given back once more (after a stop).
void cterminal_rearm(void);

// Gives the terminal back and forgets it.
void cterminal_release(void);

// Catches signals for the event loop and fatal ones for giving the terminal back; undone by the second.
void cterminal_catch_signals(void);
void cterminal_ignore_signals(void);

// Wakes a poll on the pipe. Any thread, any time.
void cterminal_wake(void);

// Empties the pipe and takes what happened: bit n for signal n, bit 0 for a wake-up.
uint64_t cterminal_take(void);

// Stops the process group as an uncaught SIGTSTP would; returns when it goes on.
void cterminal_stop(void);

#endif
