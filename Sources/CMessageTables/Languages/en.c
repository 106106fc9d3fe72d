#include "CMessageTables.h"

// English.
LANGUAGE(
  .tag = "en", .script = "Latn",
  .plurals =
    "one: i = 1 and v = 0",
  .words =
    "days: today = 0 | tomorrow = 1 | yesterday = -1 | day after tomorrow = 2"
    " | the day after tomorrow = 2 | day before yesterday = -2 | the day before yesterday = -2\n"
    "now: now | right now\n"
    "times: noon = 720 | midday = 720 | 12 noon = 720 | midnight = 0 | 12 midnight = 0\n"
    "ahead: in * | * from now\n"
    "ago: * ago\n"
    "this: this * | coming * | this coming *\n"
    "next: next *\n"
    "last: last *\n"
    "weeks: * next week = 1 | next week * = 1 | * this week = 0 | * last week = -1\n"
    "weekdays: tues = 2 | thur = 4 | thurs = 4\n"
    "beforeDay: on | the\n"
    "joints: at | on | @ | ,\n"
    "parts: am = am | a.m. = am | a.m = am | a. m. = am | a = am | in the morning = am"
    " | pm = pm | p.m. = pm | p.m = pm | p. m. = pm | p = pm | in the afternoon = pm"
    " | in the evening = evening | at night = night\n"
    "hours: h | o'clock | oclock\n"
    "quarters: half past * = 30 | quarter past * = 15 | a quarter past * = 15"
    " | quarter to * = -15 | a quarter to * = -15\n"
    "numbers: a = 1 | an = 1 | one = 1 | two = 2 | three = 3 | four = 4 | five = 5 | six = 6"
    " | seven = 7 | eight = 8 | nine = 9 | ten = 10 | eleven = 11 | twelve = 12"
    " | half an = 0.5 | half a = 0.5 | half = 0.5 | one and a half = 1.5"
    " | two and a half = 2.5 | three and a half = 3.5\n"
    "halves: * and a half\n"
    "and: and\n"
    "dayExamples: tomorrow | 24 dec | +3d\n"
    "timeExamples: 7:30 pm | noon | 730\n")
