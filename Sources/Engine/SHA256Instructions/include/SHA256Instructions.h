#ifndef SHA256_INSTRUCTIONS_H
#define SHA256_INSTRUCTIONS_H

#include <stddef.h>
#include <stdint.h>

/// Whether this processor has instructions for SHA-256 and `HEALTH_JOURNAL_SHA256=portable` does not
/// forbid them.
int sha256_instructions_available(void);

/// Mixes whole blocks of 64 bytes into the eight words of a SHA-256 state (FIPS 180-4, section 6.2).
/// Only to be called where `sha256_instructions_available` says so.
void sha256_instructions_compress(
    uint32_t state[_Nonnull 8], const uint8_t *_Nonnull blocks, size_t count);

/// The same with the blocks of two messages, as many of each. The instructions of one message wait for
/// each other; those of the other fill the gaps.
void sha256_instructions_compress_two(
    uint32_t first[_Nonnull 8], const uint8_t *_Nonnull first_blocks,
    uint32_t second[_Nonnull 8], const uint8_t *_Nonnull second_blocks, size_t count);

#endif
