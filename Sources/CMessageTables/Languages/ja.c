#include "CMessageTables.h"

static const char texts[] = {
#embed "../Tables/ja.strings"
};

// Japanese.
LANGUAGE(
  .tag = "ja", .script = "Jpan",
  .texts = texts, .texts_count = sizeof texts,
  .words =
    "days: 今日 = 0 | 本日 = 0 | きょう = 0 | 明日 = 1 | あした = 1 | あす = 1 | 昨日 = -1 | きのう = -1"
    " | 明後日 = 2 | あさって = 2 | 一昨日 = -2 | おととい = -2\n"
    "now: 今 | いま | 現在\n"
    "times: 正午 = 720 | 真夜中 = 0 | 零時 = 0\n"
    "ahead: *後\n"
    "ago: *前\n"
    "this: この*\n"
    "next: 次の*\n"
    "weeks: 来週の* = 1 | 来週* = 1 | 今週の* = 0 | 今週* = 0 | 先週の* = -1 | 先週* = -1 | 再来週の* = 2"
    " | 再来週* = 2\n"
    "joints: の | に | 、 | ,\n"
    "parts: 午前 = am | 午後 = pm | 朝 = morning | 夕方 = evening | 夜 = evening | 晩 = evening | 深夜 = lateNight"
    " | 昼 = noon | 昼の = noon | 朝の = morning | 夜の = evening\n"
    "hours: 時\n"
    "minutes: 分\n"
    "seconds: 秒\n"
    "quarters: *時半 = 30\n"
    "units: 日間 = 86400 | 週 = 604800\n"
    "halves: *半\n"
    "currencies: 円 = JPY\n"
    "dayExamples: 明日 | 12月24日 | +3d\n"
    "timeExamples: 午後7時 | 正午 | 730\n")
