#include "CMessageTables.h"

// The tables become part of the program's read-only data, so that a copied program still has them.
// Only the table in use is loaded from the disk.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char arabic[] = {
#embed "Tables/ar.strings"
};

static const char german[] = {
#embed "Tables/de.strings"
};

static const char hebrew[] = {
#embed "Tables/he.strings"
};

static const char japanese[] = {
#embed "Tables/ja.strings"
};

static const char chinese[] = {
#embed "Tables/zh-Hans.strings"
};

MessageTableBytes message_table_ar(void) {
  return (MessageTableBytes){arabic, sizeof arabic};
}

MessageTableBytes message_table_de(void) {
  return (MessageTableBytes){german, sizeof german};
}

MessageTableBytes message_table_he(void) {
  return (MessageTableBytes){hebrew, sizeof hebrew};
}

MessageTableBytes message_table_ja(void) {
  return (MessageTableBytes){japanese, sizeof japanese};
}

MessageTableBytes message_table_zh_hans(void) {
  return (MessageTableBytes){chinese, sizeof chinese};
}
