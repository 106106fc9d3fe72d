#ifndef CCHILDGUARD_H
#define CCHILDGUARD_H

#include <stdint.h>
#include <sys/types.h>

/// Ends the programs that this process has started, as soon as this process itself ends for any
/// reason.
///
/// The guard is a separate process, forked when it is first needed, in its own session, with all
/// signals blocked. It reads from a socket whose other end only this process holds. When this
/// process has ended, even through SIGKILL, the guard kills the process group of every unfinished
/// run. If the system has a /proc, the guard also kills every process whose environment has the
/// mark of an unfinished run. Then it exits.

/// The maximum number of bytes of the variable's name and of a mark.
enum { cchildguard_text_limit = 103 };

/// Starts the guard if there is none, and registers a run.
///
/// - variable: The name of an environment variable, the same for all runs.
/// - mark: The value of the variable in each process of the run, or one of its comma-separated
///   elements.
///
/// Returns the number of the run, or -1 with errno.
int64_t cchildguard_begin(const char *variable, const char *mark);

/// Registers the process group of a run.
void cchildguard_add_group(int64_t run, pid_t group);

/// Registers the end of a run; its remaining processes may continue.
void cchildguard_end(int64_t run);

/// Kills all other processes whose environment has a mark, and returns their number; always 0 if
/// there is no /proc.
int cchildguard_kill(const char *variable, const char *mark);

#endif
