#ifndef SHA256_CPU_H
#define SHA256_CPU_H

/// Whether this processor has the instructions.
int sha256_cpu_has_instructions(void);

#endif
