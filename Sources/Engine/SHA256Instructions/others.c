// Processors without instructions for SHA-256 that this package knows.

#if !defined(__x86_64__) && !defined(__aarch64__)

#include "cpu.h"
#include "include/SHA256Instructions.h"

int sha256_cpu_has_instructions(void) { return 0; }

void sha256_instructions_compress(uint32_t state[8], const uint8_t *blocks, size_t count) {
  (void)state;
  (void)blocks;
  (void)count;
}

void sha256_instructions_compress_two(
    uint32_t first[8], const uint8_t *first_blocks,
    uint32_t second[8], const uint8_t *second_blocks, size_t count) {
  (void)first;
  (void)first_blocks;
  (void)second;
  (void)second_blocks;
  (void)count;
}

#endif
