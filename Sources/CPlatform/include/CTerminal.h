#ifndef CTERMINAL_H
#define CTERMINAL_H

// The work that must happen inside signal handlers, where Swift does not promise to be
// async-signal-safe: restoring the terminal, and recording signals for the event loop. There is one
// terminal per process.

#include <stddef.h>
#include <stdint.h>

// The read end of the pipe that signals and wake-ups write to, or -1 with errno. The pipe is made
// once and never closed, so a late wake-up can never write to an unrelated descriptor.
int cterminal_pipe(void);

// The maximum number of bytes that can be written when a terminal is restored.
enum { cterminal_bytes_limit = 256 };

// Stores the terminal's settings, and the bytes to write when it is restored. Returns 0, or -1 with
// errno: EBUSY if a terminal is already held.
int cterminal_hold(int fd, const uint8_t *bytes, size_t count);

// The number of bytes that can be read from a terminal in raw mode, or 0 if it is unknown.
int cterminal_waiting(int fd);

// Restores the terminal if it is held and has not been restored yet. Async-signal-safe.
void cterminal_restore(void);

// Makes cterminal_restore keep pending input, until a terminal is held again. Otherwise it discards
// this input, because late replies from a terminal are not input for a shell.
void cterminal_keep_input(void);

// Makes the next cterminal_restore restore the terminal again after the process was stopped.
void cterminal_rearm(void);

// Restores the terminal and releases it.
void cterminal_release(void);

// Catches signals for the event loop, and fatal signals to restore the terminal first. The second
// function undoes this.
void cterminal_catch_signals(void);
void cterminal_ignore_signals(void);

// Wakes a poll on the pipe. Safe to call from any thread at any time.
void cterminal_wake(void);

// Empties the pipe and returns the events since the last call: bit n for signal n, bit 0 for a
// wake-up.
uint64_t cterminal_take(void);

// Stops the process group as an uncaught SIGTSTP would; returns when the process continues.
void cterminal_stop(void);

#endif
