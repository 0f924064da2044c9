// Both functions, made of the steps of a processor: `struct lane`, `load_state`, `store_state`,
// `begin_block`, `four_rounds` and `end_block`. Included once, after these steps.

SHA void sha256_instructions_compress(uint32_t state[8], const uint8_t *blocks, size_t count) {
  struct lane lane;
  load_state(&lane, state);
  for (; count > 0; count--, blocks += 64) {
    begin_block(&lane, blocks);
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) four_rounds(&lane, i);
    end_block(&lane);
  }
  store_state(&lane, state);
}

SHA void sha256_instructions_compress_two(
    uint32_t first[8], const uint8_t *first_blocks,
    uint32_t second[8], const uint8_t *second_blocks, size_t count) {
  struct lane one, two;
  load_state(&one, first);
  load_state(&two, second);
  for (; count > 0; count--, first_blocks += 64, second_blocks += 64) {
    begin_block(&one, first_blocks);
    begin_block(&two, second_blocks);
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      four_rounds(&one, i);
      four_rounds(&two, i);
    }
    end_block(&one);
    end_block(&two);
  }
  store_state(&one, first);
  store_state(&two, second);
}
