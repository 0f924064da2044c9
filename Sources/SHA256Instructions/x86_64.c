// SHA-256 with the SHA extensions of x86-64 (Intel 64 and IA-32 Architectures Software Developer's
// Manual, SHA256RNDS2, SHA256MSG1, SHA256MSG2). Two rounds an instruction; the state is kept as the
// instructions want it, in the words ABEF and CDGH.

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>

#include "constants.h"
#include "cpu.h"
#include "include/SHA256Instructions.h"

int sha256_cpu_has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  int has_sse = (c & bit_SSSE3) && (c & bit_SSE4_1);
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return has_sse && (b & bit_SHA) ? 1 : 0;
}

__attribute__((target("sha,ssse3,sse4.1")))
void sha256_instructions_compress(uint32_t state[8], const uint8_t *blocks, size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i low = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[0]), 0xB1);
  __m128i high = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)&state[4]), 0x1B);
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);

  for (; count > 0; count--, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), swap);
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      __m128i word = words[i & 3];
      __m128i sum = _mm_add_epi32(word, _mm_load_si128((const __m128i *)&sha256_constants[4 * i]));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (i >= 12) continue;
      // w[t] = s1(w[t-2]) + w[t-7] + s0(w[t-15]) + w[t-16], four at a time.
      __m128i next = _mm_sha256msg1_epu32(word, words[(i + 1) & 3]);
      __m128i middle = _mm_alignr_epi8(words[(i + 3) & 3], words[(i + 2) & 3], 4);
      words[i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(next, middle), words[(i + 3) & 3]);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  low = _mm_shuffle_epi32(abef, 0x1B);
  high = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)&state[0], _mm_blend_epi16(low, high, 0xF0));
  _mm_storeu_si128((__m128i *)&state[4], _mm_alignr_epi8(high, low, 8));
}

#endif
