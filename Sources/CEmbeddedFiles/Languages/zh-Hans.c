#include "CEmbeddedFiles.h"

static const char texts[] = {
#embed "../Tables/zh-Hans.strings"
};

// Simplified Chinese.
LANGUAGE(
  .tag = "zh-Hans", .script = "Hans", .also = "yue",
  .texts = texts, .texts_count = sizeof texts,
  .words =
    "days: 今天 = 0 | 今日 = 0 | 明天 = 1 | 明日 = 1 | 昨天 = -1 | 昨日 = -1 | 后天 = 2 | 後天 = 2 | 前天 = -2"
    " | 大后天 = 3 | 大後天 = 3\n"
    "now: 现在 | 現在 | 此刻\n"
    "times: 中午 = 720 | 正午 = 720 | 午夜 = 0\n"
    "ahead: *后 | *後 | *以后 | *之后 | *以後 | *之後\n"
    "ago: *前 | *以前 | *之前\n"
    "weeks: 下周* = 1 | 下星期* = 1 | 下礼拜* = 1 | 下週* = 1 | 下个星期* = 1 | 这周* = 0 | 本周* = 0 | 这星期* = 0"
    " | 這週* = 0 | 本週* = 0 | 上周* = -1 | 上星期* = -1 | 上週* = -1\n"
    "weekdays: 周日 = 0 | 周天 = 0 | 周一 = 1 | 周二 = 2 | 周三 = 3 | 周四 = 4 | 周五 = 5 | 周六 = 6 | 星期日 = 0"
    " | 星期天 = 0 | 星期一 = 1 | 星期二 = 2 | 星期三 = 3 | 星期四 = 4 | 星期五 = 5 | 星期六 = 6 | 礼拜天 = 0"
    " | 礼拜日 = 0 | 礼拜一 = 1 | 礼拜二 = 2 | 礼拜三 = 3 | 礼拜四 = 4 | 礼拜五 = 5 | 礼拜六 = 6 | 週日 = 0 | 週一 = 1"
    " | 週二 = 2 | 週三 = 3 | 週四 = 4 | 週五 = 5 | 週六 = 6\n"
    "joints: 的 | 、 | ,\n"
    "parts: 上午 = am | 下午 = pm | 早上 = morning | 早晨 = morning | 清晨 = morning | 凌晨 = am | 中午 = noon"
    " | 晚上 = evening | 傍晚 = evening | 夜里 = lateNight | 午后 = pm\n"
    "hours: 点 | 點 | 时 | 時 | 点钟 | 點鐘 | 点整 | 點整\n"
    "minutes: 分 | 分钟\n"
    "seconds: 秒\n"
    "quarters: *点半 = 30 | *點半 = 30 | *时半 = 30 | *点一刻 = 15 | *点三刻 = 45 | *點一刻 = 15 | *點三刻 = 45\n"
    "numbers: 两 = 2 | 兩 = 2\n"
    "units: 日 = 86400 | 个星期 = 604800 | 星期 = 604800 | 礼拜 = 604800 | 个礼拜 = 604800 | 週 = 604800"
    " | 个小时 = 3600 | 小時 = 3600 | 個小時 = 3600 | 钟头 = 3600 | 个钟头 = 3600 | 分 = 60 | 分鐘 = 60"
    " | 秒钟 = 1 | 周 = 604800\n"
    "halves: *半\n"
    "currencies: 元 = local | 块 = local | 塊 = local | 人民币 = CNY | 美元 = USD | 美金 = USD"
    " | 欧元 = EUR | 歐元 = EUR | 英镑 = GBP | 英鎊 = GBP | 日元 = JPY | 日圆 = JPY | 日圓 = JPY\n"
    "measures: 米 = m | 公尺 = m | 公里 = km | 厘米 = cm | 公分 = cm | 毫米 = mm | 公釐 = mm"
    " | 英里 = mi | 码 = yd | 碼 = yd | 英尺 = ft | 呎 = ft | 英寸 = in | 吋 = in | 海里 = NM"
    " | 千克 = kg | 公斤 = kg | 克 = g | 毫克 = mg | 公吨 = t | 公噸 = t | 吨 = t | 磅 = lb"
    " | 盎司 = oz | 英石 = st | 升 = L | 公升 = L | 毫升 = mL | 立方米 = m³ | 立方公尺 = m³"
    " | 摄氏度 = °C | 摄氏 = °C | 华氏度 = °F | 开尔文 = K | 克耳文 = K | 公里/小時 = km/h"
    " | 公里/小时 = km/h | 公里每小时 = km/h | 公尺/秒 = m/s | 米/秒 = m/s | 米每秒 = m/s"
    " | mi/h = mph | 英里/小時 = mph | 节 = kn | 節 = kn | 千焦 = kJ | 千焦耳 = kJ | 焦耳 = J"
    " | 焦 = J | 千卡 = kcal | 千卡路里 = kcal | 千瓦时 = kWh | 千瓦小時 = kWh | 度电 = kWh"
    " | 平方米 = m² | 平方公尺 = m² | 平方公里 = km² | 公顷 = ha | 公頃 = ha | 英亩 = ac"
    " | 英畝 = ac | 平方英尺 = ft² | 平方英里 = mi² | 瓦特 = W | 瓦 = W | 千瓦 = kW"
    " | 千瓦特 = kW | 兆瓦 = MW | 百萬瓦特 = MW | 百萬瓦 = MW | 百帕斯卡 = hPa | 百帕 = hPa"
    " | 帕斯卡 = Pa | 帕 = Pa | 千帕斯卡 = kPa | 千帕 = kPa | 巴 = bar | 毫米汞柱 = mmHg"
    " | 英寸汞柱 = inHg | 磅力/平方英寸 = psi | 度 = ° | 弧度 = rad | 转 = rev | 圈 = rev"
    " | 赫兹 = Hz | 赫茲 = Hz | 千赫 = kHz | 兆赫 = MHz | 吉赫 = GHz | 兆字节 = MB | 字节 = B"
    " | 千字节 = kB | 吉字节 = GB | 太字节 = TB\n"
    "dayExamples: 明天 | 12月24日 | +3d\n"
    "timeExamples: 下午7:30 | 中午 | 730\n")
