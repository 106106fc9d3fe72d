#include "CMessageTables.h"

// French.
LANGUAGE(
  .tag = "fr", .script = "Latn",
  .words =
    "days: aujourd'hui = 0 | demain = 1 | hier = -1 | après-demain = 2 | apres-demain = 2"
    " | après demain = 2 | avant-hier = -2 | avant hier = -2\n"
    "now: maintenant\n"
    "times: midi = 720 | minuit = 0\n"
    "ahead: dans * | d'ici *\n"
    "ago: il y a *\n"
    "this: ce *\n"
    "next: * prochain\n"
    "last: * dernier | * passé\n"
    "weeks: * de la semaine prochaine = 1\n"
    "beforeDay: le\n"
    "joints: à | a | @ | ,\n"
    "parts: du matin = am | de l'après-midi = pm | de l'apres-midi = pm | du soir = evening"
    " | de la nuit = night\n"
    "hours: h | heures | heure\n"
    "minutes: min | minutes | mn\n"
    "quarters: * heures et demie = 30 | * heure et demie = 30 | * h et demie = 30"
    " | * heures et quart = 15 | * heure et quart = 15 | * heures moins le quart = -15"
    " | * heure moins le quart = -15\n"
    "numbers: un = 1 | une = 1 | deux = 2 | trois = 3 | quatre = 4 | cinq = 5 | six = 6"
    " | sept = 7 | huit = 8 | neuf = 9 | dix = 10 | onze = 11 | douze = 12 | demi = 0.5"
    " | une demi = 0.5\n"
    "wholes: demi-heure = 1800 | une demi-heure = 1800\n"
    "halves: * et demie | * et demi\n"
    "and: et\n"
    "dayExamples: demain | 24 déc | +3d\n"
    "timeExamples: 19h30 | midi | 730\n")
