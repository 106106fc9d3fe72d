#include "CEmbeddedFiles.h"

static const char texts[] = {
#embed "../Tables/de.strings"
};

// German.
LANGUAGE(
  .tag = "de", .script = "Latn",
  .plurals =
    "one: i = 1 and v = 0",
  .texts = texts, .texts_count = sizeof texts,
  .words =
    "days: heute = 0 | morgen = 1 | gestern = -1 | übermorgen = 2 | uebermorgen = 2"
    " | vorgestern = -2\n"
    "now: jetzt | gerade\n"
    "times: mittag = 720 | mittags = 720 | zu mittag = 720 | mitternacht = 0"
    " | mitternachts = 0\n"
    "ahead: in * | heute in *\n"
    "ago: vor *\n"
    "this: diesen * | dieser * | kommenden * | kommender *\n"
    "next: nächsten * | nächster * | naechsten * | naechster *\n"
    "last: letzten * | letzter * | vergangenen *\n"
    "weeks: * nächster woche = 1 | nächste woche * = 1 | * nächste woche = 1"
    " | * dieser woche = 0 | diese woche * = 0 | * letzter woche = -1 | letzte woche * = -1\n"
    "weekdays: sonnabend = 6\n"
    "beforeDay: am | den | dem | der\n"
    "joints: um | ab | @ | ,\n"
    "parts: morgens = morning | vormittags = morning | vormittag = morning | früh = morning"
    " | in der früh = morning | am morgen = morning | am vormittag = morning | nachmittags = pm | nachmittag = pm"
    " | am nachmittag = pm | abends = evening | abend = evening | am abend = evening"
    " | nachts = lateNight | in der nacht = lateNight | mittags = noon\n"
    "hours: uhr | h\n"
    "minutes: min | minuten | minute\n"
    "quarters: halb * = -30 | viertel nach * = 15 | viertel vor * = -15 | dreiviertel * = -15\n"
    "numbers: ein = 1 | eins = 1 | eine = 1 | einer = 1 | einem = 1 | einen = 1 | zwei = 2"
    " | drei = 3 | vier = 4 | fünf = 5 | sechs = 6 | sieben = 7 | acht = 8 | neun = 9"
    " | zehn = 10 | elf = 11 | zwölf = 12 | anderthalb = 1.5 | eineinhalb = 1.5"
    " | zweieinhalb = 2.5 | dreieinhalb = 3.5 | halbe = 0.5 | halben = 0.5 | eine halbe = 0.5"
    " | einer halben = 0.5\n"
    "units: tagen = 86400\n"
    "and: und\n"
    "measures: meter = m | kilometer = km | zentimeter = cm | millimeter = mm | meile = mi"
    " | meilen = mi | yard = yd | yards = yd | fuß = ft | fuss = ft | zoll = in | seemeile = NM"
    " | seemeilen = NM | kilogramm = kg | gramm = g | milligramm = mg | tonne = t | tonnen = t"
    " | unze = oz | unzen = oz | stone = st | stones = st | liter = L | l = L | milliliter = mL"
    " | ml = mL | kubikmeter = m³ | grad celsius = °C | celsius = °C | grad fahrenheit = °F"
    " | kelvin = K | kilometer pro stunde = km/h | stundenkilometer = km/h | km/std = km/h"
    " | meter pro sekunde = m/s | meile pro stunde = mph | meilen pro stunde = mph | mi/h = mph"
    " | knoten = kn | kilojoule = kJ | joule = J | kilokalorie = kcal | kilokalorien = kcal"
    " | kilowattstunde = kWh | kilowattstunden = kWh | quadratmeter = m²"
    " | quadratkilometer = km² | hektar = ha | acre = ac | acres = ac | quadratfuß = ft²"
    " | quadratmeile = mi² | quadratmeilen = mi² | watt = W | kilowatt = kW | megawatt = MW"
    " | hektopascal = hPa | pascal = Pa | kilopascal = kPa | bar = bar"
    " | millimeter quecksilbersäule = mmHg | mm hg = mmHg | zoll quecksilbersäule = inHg"
    " | pfund pro quadratzoll = psi | grad = ° | radiant = rad | umdrehung = rev"
    " | umdrehungen = rev | umdr. = rev | hertz = Hz | kilohertz = kHz | megahertz = MHz"
    " | gigahertz = GHz | megabyte = MB | byte = B | kilobyte = kB | gigabyte = GB"
    " | terabyte = TB\n"
    "currencies: dollar = $ | us-dollar = USD | euro = EUR | pfund = £ | yen = JPY | yuan = CNY"
    " | franken = CHF | schweizer franken = CHF\n"
    "dayExamples: morgen | 24. dez | +3d\n"
    "timeExamples: 19 uhr | mittags | 730\n")
