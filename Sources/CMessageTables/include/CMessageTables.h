#ifndef CMESSAGETABLES_H
#define CMESSAGETABLES_H

#include <stddef.h>

/// The bytes of a string table, in UTF-8; they live as long as the program.
typedef struct {
  const char *bytes;
  size_t count;
} MessageTableBytes;

/// The string table of Arabic.
MessageTableBytes message_table_ar(void);

/// The string table of German.
MessageTableBytes message_table_de(void);

/// The string table of Hebrew.
MessageTableBytes message_table_he(void);

/// The string table of Japanese.
MessageTableBytes message_table_ja(void);

/// The string table of Simplified Chinese.
MessageTableBytes message_table_zh_hans(void);

#endif
