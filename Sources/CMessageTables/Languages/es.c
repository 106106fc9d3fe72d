#include "CMessageTables.h"

// Spanish.
LANGUAGE(
  .tag = "es", .script = "Latn",
  .words =
    "days: hoy = 0 | mañana = 1 | ayer = -1 | pasado mañana = 2 | anteayer = -2"
    " | antes de ayer = -2\n"
    "now: ahora | ahora mismo\n"
    "times: mediodía = 720 | mediodia = 720 | al mediodía = 720 | medianoche = 0"
    " | a medianoche = 0\n"
    "ahead: en * | dentro de *\n"
    "ago: hace *\n"
    "this: este *\n"
    "next: próximo * | proximo * | el próximo * | el proximo * | * que viene\n"
    "last: * pasado | el pasado *\n"
    "beforeDay: el\n"
    "joints: a las | a la | las | la | @ | ,\n"
    "parts: de la mañana = am | de la tarde = pm | de la noche = night | de la madrugada = am\n"
    "hours: h | horas | hora\n"
    "minutes: min | minutos\n"
    "quarters: * y media = 30 | * y cuarto = 15 | * menos cuarto = -15\n"
    "numbers: un = 1 | una = 1 | dos = 2 | tres = 3 | cuatro = 4 | cinco = 5 | seis = 6"
    " | siete = 7 | ocho = 8 | nueve = 9 | diez = 10 | once = 11 | doce = 12 | media = 0.5\n"
    "halves: * y media | * y medio\n"
    "and: y\n"
    "dayExamples: mañana | 24 dic | +3d\n"
    "timeExamples: 19:30 | mediodía | 730\n")
