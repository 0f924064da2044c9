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

__attribute__((target("sha2")))
void sha256_instructions_compress(uint32_t state[8], const uint8_t *blocks, size_t count) {
  uint32x4_t abcd = vld1q_u32(&state[0]);
  uint32x4_t efgh = vld1q_u32(&state[4]);

  for (; count > 0; count--, blocks += 64) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      uint32x4_t sum = vaddq_u32(words[i & 3], vld1q_u32(&sha256_constants[4 * i]));
      uint32x4_t abcd_then = abcd;
      abcd = vsha256hq_u32(abcd, efgh, sum);
      efgh = vsha256h2q_u32(efgh, abcd_then, sum);
      if (i >= 12) continue;
      // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16], four at a time.
      uint32x4_t next = vsha256su0q_u32(words[i & 3], words[(i + 1) & 3]);
      words[i & 3] = vsha256su1q_u32(next, words[(i + 2) & 3], words[(i + 3) & 3]);
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }

  vst1q_u32(&state[0], abcd);
  vst1q_u32(&state[4], efgh);
}

#endif
