// Empty, because only the compiler calls the functions. See CStepCounter.c.
