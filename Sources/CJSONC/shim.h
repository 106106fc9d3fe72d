// The C library json-c, as `pkg-config json-c` finds it. Swift can call all that JSONC needs of
// it, so nothing is wrapped here.
#include <json-c/json.h>
