// The C library json-c, as `pkg-config json-c` finds it. Swift can call all that JSONC needs of it, so
// nothing of it is wrapped here.
#include <json-c/json.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// The locale "C", whose mask Swift does not see; null without memory.
//
// json-c makes a locale with its decimal point for each text, under a lock that all threads share.
// A thread that has this locale already loses no time.
static inline locale_t cjsonc_plain_locale(void) { return newlocale(LC_ALL_MASK, "C", (locale_t)0); }
