import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'German',
  words: {
    'form/advanced': 'erweitert*, detailsuche, volltext',
    'form/browse': 'durchsuchen, stobern, ergebnisse, vergleichen',
    'form/category': 'kategorie*, rubrik*, marke, modell, hersteller, autor, titel, sektion',
    'form/dates': 'anreise, abreise, datum, von, bis, monat, jahr, tag',
    'form/filter': 'eingrenzen',
    'form/find': 'finden, finde, *finder*',
    'form/go': 'los, weiter, absenden, senden',
    'form/keyword': 'stichwort, stichworte, begriff, schlagwort',
    'form/place': 'ort, plz, stadt, land, umkreis, bundesland',
    'form/price': 'preis, zimmer',
    'form/search': '*suche*, suchen, such, *suchbegriff*, suchwort, suchtext, stichwort, schnellsuche',
    'form/agree': 'agb, datenschutz*, akzeptier*',
    'form/confirm': 'wiederhol*, bestatig*',
    'form/login': 'anmelden, anmeldung, einloggen',
    'form/logout': 'abmelden',
    'form/password': 'kennwort',
    'form/personal': 'vorname, nachname, strasse, firma, anrede, geburt*, geschlecht',
    'form/recovery': 'vergessen, zurucksetzen, passwort anfordern, neues passwort',
    'form/register': 'registrier*, konto erstellen, anlegen, mitglied werden',
    'form/remember': 'angemeldet bleiben, merken, dauerhaft',
    'form/user': 'benutzer*, nutzername, mitglied*',
    'form/captcha': 'sicherheitscode, sicherheitsfrage',
    'form/comment': 'kommentar*, *kommentar*, gastebuch, bewertung, antwort*',
    'form/contact': 'kontakt*, *kontakt*, anfrage, nachricht, mitteilung, betreff',
    'form/poll': '*umfrage*, abstimm*',
    'form/subscribe': '*rundbrief*, abonnieren, *abonnement*',
    'form/upload': 'hochladen, datei, anhang',
    'form/cart': '*warenkorb*, kaufen, bestell*, *bestell*, menge, anzahl, stuck, merkzettel',
    'form/display': 'anzeigen, pro seite, ansicht, zeige',
    'form/navigation': 'gehe zu, sprache, wahrung, archiv',
    'form/payment': 'zahlung, kreditkarte, lieferung, *spende*, spenden, gutschein',
    'form/sort': 'sortieren, sortierung',
    'field/captcha': 'sicherheitscode, sicherheitsuberprufung, spamschutz, spamfrage',
    'field/honeypot': 'nicht ausfullen',
    'field/coupon': 'gutschein*',
    'field/card': 'kreditkarte',
    'field/security-question': 'sicherheitsfrage',
    'field/security-answer': 'antwort',
    'field/consent': 'agb, datenschutz*, nutzungsbedingungen',
    'field/subscribe': 'rundbrief, informier*, *informationmails*',
    'field/remember': 'angemeldet bleiben, eingeloggt bleiben, merken, dauerhaft',
    'field/sort': 'sortieren, sortierung',
    'field/page-size': 'pro seite',
    'field/language': 'sprache',
    'field/currency': 'wahrung',
    'field/navigation': 'gehe zu, archiv',
    'field/page-number': 'seite',
    'field/timezone': 'zeitzone, sommerzeit',
    'field/gender': 'anrede, geschlecht',
    'field/birth': 'geburt*, geburtstag, geburtsdatum, alter',
    'field/password-again': 'passwort wiederholen',
    'field/password': 'kennwort',
    'field/quantity': 'menge, anzahl, stuck',
    'field/first-name': 'vorname',
    'field/last-name': 'nachname, familienname',
    'field/organization': 'firma, unternehmen',
    'field/phone': 'mobil, handy',
    'field/postal-code': 'plz, postleitzahl',
    'field/street': 'strasse, str, hausnummer, anschrift, adresse',
    'field/city': 'ort, wohnort, stadt',
    'field/state': 'bundesland, canton, kanton',
    'field/country': 'land, staat',
    'field/origin': 'abflughafen, abflugort, startort',
    'field/destination': 'ziel, zielort, reiseziel, zielflughafen',
    'field/place': 'umkreis, gegend, gebiet',
    'field/date-start': `
      anreise, anreisedatum, hinflug, hinreise, abflugdatum, abflug, startdatum, datum von
    `,
    'field/date-end': 'abreise, abreisedatum, ruckflug, ruckreise, enddatum, datum bis',
    'field/date': 'datum, daten, termin',
    'field/date-part': 'tag, monat, jahr, uhrzeit, erscheinungsjahr, baujahr',
    'field/people': 'erwachsene, kinder, personen, reisende, zimmer, nachte',
    'field/price': 'preis, preise, *preis*, miete, kosten',
    'field/measure': `
      schlafzimmer, wohnflache, flache, grosse, kilometerstand, leistung, sterne, bewertung, laufzeit, dauer
    `,
    'field/isbn': 'artikelnummer, flugnummer',
    'field/person': `
      autor, autoren, verfasser, kunstler, interpret, komponist, regisseur, regie, schauspieler, darsteller
    `,
    'field/publisher': `
      verlag, plattenlabel, hersteller, marke, marken, fluggesellschaft, airline, hersteller id
    `,
    'field/subject': 'betreff',
    'field/title': 'titel, filmtitel, buchtitel',
    'field/category': 'kategorie*, rubrik*, art, modell, zustand, abteilung',
    'field/url': 'webseite',
    'field/username': 'benutzer*, nutzername, mitglied*, anmeldename',
    'field/full-name': 'ihr name',
    'field/message': 'nachricht, mitteilung, kommentar*, bemerkung',
    'field/about': 'beruf, uber mich',
    'field/query-word': 'suche*, *such*, suchbegriff, stichwort',
    'subject/software': `
      quelltext, quellcode, befehl, befehle, befehlszeile, handbuch, datei, dateien, verzeichnis
      programmierung, fehlerbericht
    `,
    'subject/wiki': `
      versionsgeschichte, letzte anderungen, quelltext anzeigen, bearbeiten, spezialseiten, artikel
    `,
    'subject/talk': 'beitrage, themen, antworten, mitglieder, letzter beitrag',
    'subject/press': 'nachrichten, politik, wetter, zeitung, kommentar, kommentare, weiterlesen',
    'subject/institution': `
      universitat, hochschule, studium, forschung, verein, stiftung, gesundheit, patienten, krankenhaus
    `,
    'subject/cooking': 'rezept, rezepte, zutaten, kochen, backen, teig',
    'answer/no-results': `
      keine ergebnisse, kein ergebnis, keine treffer, kein treffer, nichts gefunden, keine eintrage
      keine datensatze, keine artikel gefunden, keine produkte, keine angebote, keine ubereinstimmung*
      nicht fundig, leider keine, leider nichts, 0 treffer, 0 ergebnisse, ergab keine, wurden keine
      wurde nichts, konnte nichts
    `,
    'answer/invalid': `
      bitte geben, bitte fullen, bitte wahlen, bitte tragen, bitte uberprufen, bitte korrigieren
      bitte einen suchbegriff, ist ein pflichtfeld, pflichtfeld nicht, mussen ausgefullt, muss ausgefullt
      darf nicht leer, mindestens ein, mindestens drei zeichen, mindestens 3 zeichen, ungultig*, zu kurz
      zu lang, zu viele treffer, keine gultige, in der zukunft, in der vergangenheit
    `,
    'answer/login': `
      bitte melden sie sich an, bitte anmelden, bitte loggen, anmeldung erforderlich, nur fur mitglieder
      nur fur registrierte, mussen angemeldet, mussen sich anmelden
    `,
    'answer/blocked': `
      zugriff verweigert, zugriff verboten, kein roboter, zu viele anfragen, ungewohnlichen datenverkehr
      gesperrt
    `,
    'answer/failure': `
      interner serverfehler, interner fehler, ein fehler ist aufgetreten, wartungsarbeiten, datenbankfehler
    `,
    'answer/not-found': 'seite nicht gefunden, seite wurde nicht gefunden, seite existiert nicht',
    'answer/expired': 'sitzung ist abgelaufen, sitzung abgelaufen',
    'list/next': 'nachste, nachste seite, weiter, weitere ergebnisse, vor',
    'list/more': `
      mehr laden, mehr anzeigen, weitere laden, weitere anzeigen, mehr ergebnisse, weitere ergebnisse
    `,
    'record/author': 'autor, autoren, autorin, verfasser, von',
    'record/artist': 'kunstler, interpret',
    'record/director': 'regie, regisseur',
    'record/publisher': 'verlag',
    'record/label': 'plattenlabel',
    'record/brand': 'marke, hersteller',
    'record/category': 'kategorie, gattung, art, typ, rubrik, thema',
    'record/place': 'ort, stadt, lage, adresse, bezirk',
    'record/origin': 'ab, abflug von, abflughafen',
    'record/destination': 'nach, ziel, zielflughafen',
    'record/price': 'preis, miete, kosten',
    'record/date': 'datum, tag, erschienen, erscheinungsdatum',
    'record/year': 'jahr, erscheinungsjahr',
    'record/rooms': 'zimmer, schlafzimmer',
    'record/area': 'flache, wohnflache',
    'record/identifier': 'artikelnummer, bestellnummer',
    'record/rating': 'bewertung, sterne',
    'record/stops': 'zwischenstopps, stopps',
    'record/duration': 'dauer, laufzeit',
    'record/people': 'gaste, personen',
    'fact/yields': 'portionen, portion, ergibt, ausbeute, anzahl portionen, fur, personen',
    'fact/cuisine': 'landeskuche, kuchenart, regionale kuche',
    'fact/total time': 'gesamtzeit, gesamt, gesamtdauer, insgesamt, fertig in',
    'fact/prep time': 'vorbereitungszeit, vorbereitung, arbeitszeit, zubereitungszeit, zubereitung',
    'fact/cook time': 'kochzeit, backzeit, garzeit, koch backzeit',
    'fact/author': 'verfasst von, rezept von, geschrieben von',
    'fact/format': 'format, formate, einband, dateiformat, dateityp',
    'fact/category': 'kategorisiert als, abgelegt unter, veroffentlicht in, gang, menuart',
    'fact/language': 'sprache, sprachen',
    'fact/pages': 'seiten, seitenzahl, seitenanzahl',
    'fact/version': 'version',
    'fact/licence': 'lizenz',
    'fact/keywords': 'schlagworter, schlagwort, stichworter, tags',
    'fact/series': 'reihe, serie',
    'fact/size': 'grosse, dateigrosse',
    'list/found': `
      ergebnisse, ergebnis, treffer, gefunden, fundstellen, eintrage, datensatze, angebote, artikel, insgesamt
    `,
    'text/stop-word': `
      aber, alle, allem, allen, aller, alles, als, also, am, an, andere, anderen, auch, auf, aus, bei, beim
      bereits, bin, bis, bist, da, damit, dann, das, dass, dazu, dein, deine, dem, den, denn, der, des, dich
      die, dies, diese, diesem, diesen, dieser, dieses, dir, doch, dort, du, durch, ein, eine, einem, einen
      einer, eines, er, es, etwas, euch, für, gegen, haben, hat, hatte, hier, hinter, ich, ihm, ihn, ihnen
      ihr, ihre, ihrem, ihren, ihrer, im, immer, in, ins, ist, ja, jede, jeden, jeder, jetzt, kann, kein
      keine, können, mehr, mein, meine, mich, mir, mit, muss, nach, nicht, nichts, noch, nun, nur, ob, oder
      ohne, schon, sehr, sein, seine, sich, sie, sind, so, soll, sondern, sowie, über, um, und, uns, unser
      unsere, unter, vom, von, vor, war, waren, was, weil, wenn, wer, werden, wie, wieder, wir, wird, wo
      wurde, zu, zum, zur, zwischen
    `,
    'text/negation': `
      nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, ohne, niemand, nichts
    `,
    'answer/none-found': [String.raw`keine?[rsnm]? (?:\p{L}+ ){1,4}(?:gefunden|vorhanden|verfugbar)`],
    'list/of': ['von', 'aus'],
    'list/to': ['bis'],
    'list/about': ['etwa', 'ungefahr', 'ca', 'uber', 'mehr als'],
    'option/any': [
      'alle[srn]?',
      String.raw`beliebig\w*`,
      'egal',
      String.raw`jede\w*`,
      'uberall',
      String.raw`gesamt\w*`,
      'keine auswahl',
      'wahlen',
      String.raw`auswahl\w*`,
      'bitte',
    ],
    'option/every': ['alle[rs]?'],
    'option/always': ['jederzeit', 'immer'],
    'button/empty': [String.raw`\b(?:zurücksetzen|löschen|leeren)\b`],
    'button/help': [String.raw`\b(?:hilfe|einstellungen)\b`],
    'button/act': ['löschen', 'entfernen'],
    'button/commit': ['löschen', 'abmelden', 'kaufen', 'bezahlen'],
    'button/search': ['such', 'finden'],
    'link/act': ['abmelden', 'ausloggen', 'abbestellen', 'löschen', 'in den warenkorb', 'auf den merkzettel'],
    'banner/subject': ['dsgvo', 'einwilligung', 'datenschutz'],
    'banner/refuse': [
      'ablehnen',
      'alle ablehnen',
      'alles ablehnen',
      'nur (?:notwendige|erforderliche|essenzielle)',
      'nein,? danke',
    ],
    'banner/refused': ['alle', 'alles', 'zustimmung'],
    'banner/close': ['schließen', 'schliessen'],
    'banner/accept': ['akzeptier', 'zustimmen', 'einverstanden'],
    'control/again': ['wiederhol[a-z]*', 'bestatig[a-z]*'],
    'control/search': ['such'],
    'control/travel': ['an(?:reise|kunft)', 'abreise', 'abflug', 'hinflug', 'r(?:ü|ue?)ckflug'],
    'control/low': ['von', 'ab'],
    'control/high': ['bis'],
  },
} satisfies LanguagePack;
