// Nothing is called by name: the compiler calls what counts. See CStepCounter.c.
