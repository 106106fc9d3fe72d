#include "CEmbeddedFiles.h"

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
    "last:\n"
    "weeks: 来週の* = 1 | 来週* = 1 | 今週の* = 0 | 今週* = 0 | 先週の* = -1 | 先週* = -1 | 再来週の* = 2"
    " | 再来週* = 2\n"
    "weekdays:\n"
    "beforeDay:\n"
    "joints: の | に | 、 | ,\n"
    "parts: 午前 = am | 午後 = pm | 朝 = morning | 夕方 = evening | 夜 = evening | 晩 = evening | 深夜 = lateNight"
    " | 昼 = noon | 昼の = noon | 朝の = morning | 夜の = evening\n"
    "hours: 時\n"
    "minutes: 分\n"
    "seconds: 秒\n"
    "quarters: *時半 = 30\n"
    "numbers:\n"
    "units: 日間 = 86400 | 週 = 604800\n"
    "wholes:\n"
    "halves: *半\n"
    "and:\n"
    "currencies: 円 = JPY | ドル = $ | 米ドル = USD | ユーロ = EUR | ポンド = £ | 人民元 = CNY"
    " | スイスフラン = CHF\n"
    "measures: メートル = m | キロメートル = km | センチメートル = cm | ミリメートル = mm"
    " | マイル = mi | ヤード = yd | フィート = ft | インチ = in | 海里 = NM | キログラム = kg"
    " | グラム = g | ミリグラム = mg | トン = t | ポンド = lb | オンス = oz | ストーン = st"
    " | リットル = L | ミリリットル = mL | ml = mL | 立方メートル = m³ | 度c = °C | ケルビン = K"
    " | ノット = kn | キロジュール = kJ | ジュール = J | キロカロリー = kcal"
    " | キロワット時 = kWh | 平方メートル = m² | 平米 = m² | 平方キロメートル = km²"
    " | ヘクタール = ha | エーカー = ac | 平方フィート = ft² | 平方マイル = mi² | ワット = W"
    " | キロワット = kW | メガワット = MW | ヘクトパスカル = hPa | パスカル = Pa"
    " | キロパスカル = kPa | バール = bar | 水銀柱ミリメートル = mmHg | mm hg = mmHg"
    " | 水銀柱インチ = inHg | 重量ポンド毎平方インチ = psi | 度 = ° | ラジアン = rad"
    " | 回転 = rev | ヘルツ = Hz | キロヘルツ = kHz | メガヘルツ = MHz | ギガヘルツ = GHz"
    " | メガバイト = MB | バイト = B | キロバイト = kB | ギガバイト = GB | テラバイト = TB\n"
    "dayExamples: 明日 | 12月24日 | +3d\n"
    "timeExamples: 午後7時 | 正午 | 730\n")
