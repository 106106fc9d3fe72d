#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stdbool.h>
#include <stddef.h>

// A connection to a PostgreSQL server through libpq, which is loaded with the first connection: a
// program with a file store neither needs libpq nor waits for it.

/// Loads libpq once, by the first name that can be loaded; the names are NULL-terminated. Later
/// calls succeed if one of the names belongs to the loaded library.
///
/// Returns NULL on success, or the reason why libpq cannot be used.
const char *cpg_load(const char *const *names);

/// A connection, to be used by one thread at a time.
typedef struct cpg_connection cpg_connection;

/// Connects and waits until the connection is open; NULL if memory is short. The library must have
/// been loaded.
///
/// The keywords and values, terminated by NULL, are passed to PQconnectdbParams; `dbname` may be a
/// URL. Without `connect_timeout`, the wait is unlimited.
cpg_connection *cpg_connect(const char *const *keywords, const char *const *values);

/// Whether the connection can be used.
bool cpg_is_usable(const cpg_connection *connection);

/// The last error, in the words of libpq.
const char *cpg_problem(const cpg_connection *connection);

/// The server version, such as 150014.
int cpg_server_version(const cpg_connection *connection);

/// The result of a statement.
typedef struct cpg_result cpg_result;

/// Runs one statement with values for $1, $2 …, or, without values, a script of several statements.
/// If a name is given, the statement must have been prepared under it. The result of a script is
/// its first failure, or else the result of its last statement. Returns NULL if the connection
/// broke or the time ran out; the connection is then unusable.
cpg_result *cpg_run(cpg_connection *connection, const char *name, const char *sql, int count,
                    const char *const *values, int milliseconds);

/// Prepares a statement under a name, for calls to `cpg_run` and `cpg_run_between` with that name.
/// The server parses it once, and plans it once if one plan suits all values.
cpg_result *cpg_prepare(cpg_connection *connection, const char *name, const char *sql,
                        int milliseconds);

/// Whether several statements can be sent together, which libpq 14 and later support.
bool cpg_has_pipeline(void);

/// Runs a statement with values as `cpg_run` does, and sends other statements without values in the
/// same round trip: those of `first` before it, and `last`, unless NULL, after it. For each
/// statement of `first`, `names` has the name under which it was prepared, or NULL. If a statement
/// fails, the later ones are not run, and the failure is the result. `early` is the result of the
/// last statement of `first`; NULL if that statement did not succeed.
cpg_result *cpg_run_between(cpg_connection *connection, int count, const char *const *first,
                            const char *const *names, cpg_result **early, const char *name,
                            const char *sql, int value_count, const char *const *values,
                            const char *last, int milliseconds);

/// Whether the last call timed out.
bool cpg_timed_out(const cpg_connection *connection);

/// The SQLSTATE of a failed statement; NULL for any other result.
const char *cpg_state(const cpg_result *result);

/// The server's message for a failed statement, in one line.
const char *cpg_refusal(const cpg_result *result);

int cpg_rows(const cpg_result *result);
int cpg_columns(const cpg_result *result);

/// A value as text; NULL for SQL's NULL.
const char *cpg_value(const cpg_result *result, int row, int column);

void cpg_free(cpg_result *result);
void cpg_close(cpg_connection *connection);

#endif
