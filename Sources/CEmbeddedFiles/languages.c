#include "CEmbeddedFiles.h"

#include <string.h>

// The list is kept in alphabetical order, so that no order depends on the linker.
static CLanguage *languages = NULL;

void add_language(CLanguage *language) {
  CLanguage **place = &languages;
  while (*place && strcmp((*place)->tag, language->tag) < 0) place = &(*place)->next;
  language->next = *place;
  *place = language;
}

const CLanguage *first_language(void) { return languages; }
