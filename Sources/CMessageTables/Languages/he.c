#include "CMessageTables.h"

static const char texts[] = {
#embed "../Tables/he.strings"
};

// Hebrew.
LANGUAGE(
  .tag = "he", .script = "Hebr",
  .plurals =
    "one: i = 1 and v = 0 or i = 0 and v != 0; "
    "two: i = 2 and v = 0",
  .texts = texts, .texts_count = sizeof texts,
  .words =
    "days: היום = 0 | מחר = 1 | אתמול = -1 | מחרתיים = 2 | שלשום = -2\n"
    "now: עכשיו | כעת\n"
    "times: צהריים = 720 | בצהריים = 720 | חצות = 0 | בחצות = 0\n"
    "ahead: בעוד * | עוד *\n"
    "ago: לפני *\n"
    "this: * הקרוב | * הזה\n"
    "next: * הבא | * הבאה\n"
    "last: * שעבר\n"
    "weekdays: ראשון = 0 | שני = 1 | שלישי = 2 | רביעי = 3 | חמישי = 4 | שישי = 5 | שבת = 6\n"
    "beforeDay: ביום | יום | ב- | ב\n"
    "joints: בשעה | ב- | ב | ,\n"
    "parts: בבוקר = morning | לפנה\"צ = am | לפני הצהריים = am | אחה\"צ = pm | אחר הצהריים = pm"
    " | בצהריים = noon | בערב = evening | בלילה = lateNight\n"
    "quarters: * וחצי = 30 | * ורבע = 15 | רבע ל-* = -15 | רבע ל* = -15\n"
    "numbers: חצי = 0.5\n"
    "units: יום = 86400 | ימים = 86400 | שעה = 3600 | שעות = 3600 | דקה = 60 | דקות = 60"
    " | שנייה = 1 | שניות = 1 | שבוע = 604800 | שבועות = 604800\n"
    "wholes: יום = 86400 | יומיים = 172800 | שעה = 3600 | שעתיים = 7200 | דקה = 60"
    " | שבוע = 604800 | שבועיים = 1209600\n"
    "halves: * וחצי\n"
    "dayExamples: מחר | 24 בדצמ׳ | +3d\n"
    "timeExamples: 19:30 | צהריים | 730\n")
