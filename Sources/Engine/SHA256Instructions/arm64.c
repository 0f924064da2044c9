// SHA-256 with the cryptographic extension of arm64 (Arm Architecture Reference Manual, SHA256H,
// SHA256H2, SHA256SU0, SHA256SU1). Four rounds an instruction pair.

#if defined(__aarch64__)

#include <arm_neon.h>

#if defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include "constants.h"
#include "cpu.h"
#include "include/SHA256Instructions.h"

int sha256_cpu_has_instructions(void) {
#if defined(__APPLE__)
  return 1;
#elif defined(__linux__)
  return (getauxval(AT_HWCAP) & HWCAP_SHA2) ? 1 : 0;
#else
  return 0;
#endif
}

#define SHA __attribute__((target("sha2")))
#define INLINE static inline __attribute__((always_inline)) SHA

// A message on its way: its state, what that was before the block, and the block's schedule.
struct lane {
  uint32x4_t abcd, efgh;
  uint32x4_t abcd_before, efgh_before;
  uint32x4_t words[4];
};

INLINE void load_state(struct lane *lane, const uint32_t state[8]) {
  lane->abcd = vld1q_u32(&state[0]);
  lane->efgh = vld1q_u32(&state[4]);
}

INLINE void store_state(const struct lane *lane, uint32_t state[8]) {
  vst1q_u32(&state[0], lane->abcd);
  vst1q_u32(&state[4], lane->efgh);
}

INLINE void begin_block(struct lane *lane, const uint8_t *block) {
  lane->abcd_before = lane->abcd;
  lane->efgh_before = lane->efgh;
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; i++) {
    lane->words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(block + 16 * i)));
  }
}

// Rounds 4i to 4i + 3.
INLINE void four_rounds(struct lane *lane, int i) {
  uint32x4_t *words = lane->words, word = words[i & 3];
  uint32x4_t sum = vaddq_u32(word, vld1q_u32(&sha256_constants[4 * i]));
  uint32x4_t abcd_then = lane->abcd;
  lane->abcd = vsha256hq_u32(lane->abcd, lane->efgh, sum);
  lane->efgh = vsha256h2q_u32(lane->efgh, abcd_then, sum);
  if (i >= 12) return;
  // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16], four at a time.
  uint32x4_t next = vsha256su0q_u32(word, words[(i + 1) & 3]);
  words[i & 3] = vsha256su1q_u32(next, words[(i + 2) & 3], words[(i + 3) & 3]);
}

INLINE void end_block(struct lane *lane) {
  lane->abcd = vaddq_u32(lane->abcd, lane->abcd_before);
  lane->efgh = vaddq_u32(lane->efgh, lane->efgh_before);
}

#include "compress.h"

#endif
