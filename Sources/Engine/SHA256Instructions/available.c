#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "include/SHA256Instructions.h"

int sha256_instructions_available(void) {
  const char *wish = getenv("HEALTH_JOURNAL_SHA256");
  if (wish != NULL && strcmp(wish, "portable") == 0) return 0;
  return sha256_cpu_has_instructions();
}
