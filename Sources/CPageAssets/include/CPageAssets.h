#ifndef CPAGEASSETS_H
#define CPAGEASSETS_H

#include <stddef.h>

/// The bytes of a file that pages load; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} PageAssetBytes;

/// The script that makes forms live.
PageAssetBytes page_asset_script(void);

/// The script for lists of choices, loaded when it is needed.
PageAssetBytes page_asset_pickers(void);

/// The style sheet.
PageAssetBytes page_asset_style(void);

/// The icon that browsers show next to the title.
PageAssetBytes page_asset_icon(void);

#endif
