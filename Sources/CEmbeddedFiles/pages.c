#include "CEmbeddedFiles.h"

// The files become part of the program's read-only data. The package manager would make a Swift
// array of each file, and compiling these arrays takes longer than compiling all the pages.
static const unsigned char script[] = {
#embed "../WidgetPages/Assets/form.js"
};

static const unsigned char pickers[] = {
#embed "../WidgetPages/Assets/pickers.js"
};

static const unsigned char style[] = {
#embed "../WidgetPages/Assets/form.css"
};

static const unsigned char icon[] = {
#embed "../WidgetPages/Assets/icon.svg"
};

PageAssetBytes page_asset_script(void) {
  return (PageAssetBytes){script, sizeof script};
}

PageAssetBytes page_asset_pickers(void) {
  return (PageAssetBytes){pickers, sizeof pickers};
}

PageAssetBytes page_asset_style(void) {
  return (PageAssetBytes){style, sizeof style};
}

PageAssetBytes page_asset_icon(void) {
  return (PageAssetBytes){icon, sizeof icon};
}
