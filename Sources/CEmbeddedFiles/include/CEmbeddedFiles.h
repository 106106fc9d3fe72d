#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// The data of a language, in UTF-8; all of it lives as long as the program.
///
/// A language consists of two files: `Languages/TAG.c`, which declares the language, and
/// `Tables/TAG.strings`, which has the translations. No other file lists the languages. A language
/// without translations has only the first file; people can still type its words.
typedef struct CLanguage {
  /// The BCP 47 tag, such as `de`; with the script if the language has several, such as `zh-Hans`.
  const char *tag;
  /// The script of the texts (ISO 15924), such as `Latn`.
  const char *script;
  /// The code of another language that has no file of its own and uses the same typed words; NULL
  /// if there is none.
  const char *also;
  /// The CLDR plural rules for cardinals, such as `one: i = 1 and v = 0; two: n = 2`, without
  /// `other`; NULL for a language with one form.
  const char *plurals;
  /// The translations: a strings file in the program's read-only data, so that a copied program
  /// still has them; NULL if there are none.
  const char *texts;
  size_t texts_count;
  /// The words that people type for days, times and durations: each line consists of the name of a
  /// field of `TypedWords`, a colon, and words separated by ` | `. A word can have a value, as in
  /// `tomorrow = 1`. Every field has a line, which can have no words.
  const char *words;
  /// The next language in alphabetical order.
  struct CLanguage *next;
} CLanguage;

/// Adds a language to the program.
void add_language(CLanguage *language);

/// The first language in alphabetical order; NULL if there is none.
const CLanguage *first_language(void);

// The files of languages embed their tables, and pages.c embeds the files of pages.
#pragma clang diagnostic ignored "-Wc23-extensions"

/// Declares the language of a file, and adds it when the program is loaded.
#define LANGUAGE(...)                                                \
  static CLanguage language = {__VA_ARGS__};                         \
  __attribute__((constructor)) static void add_this_language(void) { \
    add_language(&language);                                         \
  }

/// The bytes of a file that pages load; they live as long as the program.
typedef struct {
  const unsigned char *bytes;
  size_t count;
} PageAssetBytes;

/// The script that makes forms interactive.
PageAssetBytes page_asset_script(void);

/// The script for lists of choices, loaded when it is needed.
PageAssetBytes page_asset_pickers(void);

/// The style sheet.
PageAssetBytes page_asset_style(void);

/// The icon that browsers show next to the title.
PageAssetBytes page_asset_icon(void);

#endif
