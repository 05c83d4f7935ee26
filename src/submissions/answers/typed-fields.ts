import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { FieldKind, RecordField } from './reading.ts';

const words = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Names of fields in about twenty languages; folded, whole words. */
const NAMES = {
  author: words(
    `author, authors, by, writer, autor, autoren, autorin, verfasser, von, auteur, auteurs, autora, autores, autore, autori, schrijver, forfattare, forfatter, kirjailija, tekija, autorzy, spisovatel, szerzo, autorul, автор, авторы, автори, yazar, συγγραφεας, مؤلف, المؤلف, מחבר, लेखक, ਲੇਖਕ, 作者, 著者, 저자, tac gia, penulis`,
  ),
  artist: words(
    `artist, artists, performer, band, kunstler, interpret, artiste, interprete, artista, artiesten, artiest, esittaja, wykonawca, umelec, eloado, исполнитель, виконавець, sanatci, καλλιτεχνης, فنان, אמן, कलाकार, ਕਲਾਕਾਰ, 艺术家, 歌手, アーティスト, 아티스트`,
  ),
  director: words(
    `director, directed by, regie, regisseur, realisateur, realisation, director a, dirigido por, regista, regia, regissor, instruktor, ohjaaja, rezyser, reziser, rendezo, regizor, режиссер, режисер, yonetmen, σκηνοθετης, مخرج, במאי, निर्देशक, ਨਿਰਦੇਸ਼ਕ, 导演, 監督, 감독`,
  ),
  publisher: words(
    `publisher, published by, press, verlag, editeur, editorial, editora, editore, uitgever, uitgeverij, forlag, kustantaja, wydawca, wydawnictwo, vydavatel, nakladatel, kiado, editura, издатель, издательство, видавець, yayinevi, εκδοτης, ناشر, הוצאה, प्रकाशक, ਪ੍ਰਕਾਸ਼ਕ, 出版社, 출판사`,
  ),
  label: words(`label, record label, plattenlabel, maison de disques, discografica, etichetta, лейбл`),
  brand: words(
    `brand, make, manufacturer, marke, hersteller, marque, fabricant, marca, fabricante, produttore, merk, fabrikant, marke, tillverkare, produsent, merkki, valmistaja, marka, producent, znacka, vyrobce, gyarto, producator, марка, бренд, производитель, виробник, uretici, μαρκα, ماركة, מותג, ब्रांड, ਬ੍ਰਾਂਡ, 品牌, ブランド, メーカー, 브랜드`,
  ),
  category: words(
    `category, genre, type, department, section, subject, format, kind, style, kategorie, gattung, art, typ, rubrik, thema, categorie, genero, categoria, tipo, seccion, genere, soort, kategori, sjanger, luokka, tyyppi, kategoria, gatunek, zanr, druh, kategoria, mufaj, tipus, gen, категория, жанр, тип, раздел, категорія, tur, kategori, ειδος, κατηγορια, نوع, فئة, סוג, קטגוריה, शैली, श्रेणी, प्रकार, ਸ਼੍ਰੇਣੀ, ਕਿਸਮ, 类别, 分类, 类型, カテゴリ, ジャンル, 카테고리, 장르`,
  ),
  place: words(
    `place, city, town, location, address, area, district, neighbourhood, neighborhood, where, ort, stadt, lage, adresse, bezirk, ville, lieu, quartier, ciudad, lugar, ubicacion, direccion, barrio, cidade, local, endereco, bairro, citta, luogo, indirizzo, zona, stad, plaats, adres, ort, sted, by, kaupunki, paikka, osoite, miasto, miejsce, mesto, misto, varos, hely, oras, loc, город, место, адрес, район, місто, sehir, yer, πολη, τοποθεσια, مدينة, المدينة, עיר, शहर, स्थान, ਸ਼ਹਿਰ, ਥਾਂ, 城市, 地点, 地址, 場所, 市, 도시, 지역`,
  ),
  origin: words(
    `from, origin, departure, departs from, departure airport, ab, abflug von, abflughafen, depart, au depart de, origen, salida, desde, origem, partida, partenza, vertrek, avgang, lahto, skad, odlet, honnan, plecare, откуда, вылет, nereden, kalkis, αναχωρηση, من, מוצא, से, ਤੋਂ, 出发, 出発, 출발`,
  ),
  destination: words(
    `to, destination, arrival, arrives at, arrival airport, nach, ziel, zielflughafen, vers, arrivee, destino, llegada, hasta, chegada, destinazione, arrivo, naar, bestemming, aankomst, ankomst, kohde, dokad, prilet, cil, hova, sosire, куда, прилет, nereye, varis, προορισμος, الى, יעד, तक, ਤੱਕ, 到达, 目的地, 到着, 도착`,
  ),
  price: words(
    `price, cost, rent, fare, rate, preis, miete, kosten, prix, loyer, tarif, precio, alquiler, coste, tarifa, preco, aluguel, valor, prezzo, affitto, costo, prijs, huur, pris, hyra, leie, hinta, vuokra, cena, czynsz, najem, ar, dij, pret, chirie, цена, стоимость, аренда, ціна, fiyat, kira, τιμη, سعر, السعر, מחיר, कीमत, मूल्य, किराया, ਕੀਮਤ, ਕਿਰਾਇਆ, 价格, 租金, 価格, 料金, 家賃, 가격, gia, harga`,
  ),
  date: words(
    `date, day, published, release date, departure date, released, posted, datum, tag, erschienen, erscheinungsdatum, jour, paru, sortie, fecha, dia, publicado, data, giorno, uscita, dato, dag, paiva, paivamaara, dzien, den, datum vydani, nap, zi, дата, день, вышел, tarih, gun, ημερομηνια, تاريخ, التاريخ, תאריך, तारीख, दिनांक, ਤਾਰੀਖ, 日期, 日付, 날짜, ngay, tanggal`,
  ),
  year: words(
    `year, publication year, year of publication, jahr, erscheinungsjahr, annee, ano, anno, jaar, ar, vuosi, rok, ev, an, год, рік, година, yil, ετος, سنة, שנה, वर्ष, साल, ਸਾਲ, 年, 年份, 연도, nam, tahun`,
  ),
  rooms: words(
    `rooms, bedrooms, beds, bedroom, zimmer, schlafzimmer, pieces, chambres, habitaciones, dormitorios, cuartos, quartos, camere, locali, vani, kamers, slaapkamers, rum, sovrum, rom, soverom, vaerelser, huoneet, huonetta, pokoje, pokoi, pokoje, loznice, szoba, szobak, camere, комнаты, комнат, спальни, кімнат, oda, oda sayisi, δωματια, غرف, חדרים, कमरे, ਕਮਰੇ, 房间, 室, 卧室, 部屋, 방, phong`,
  ),
  area: words(
    `area, size, floor area, living area, surface, sqft, square feet, flache, wohnflache, superficie, surface habitable, metros, area util, superficie, metratura, oppervlakte, woonoppervlakte, yta, boarea, areal, boligareal, pinta ala, powierzchnia, metraz, plocha, terulet, alapterulet, suprafata, площадь, площа, alan, metrekare, εμβαδον, مساحة, שטח, क्षेत्रफल, ਖੇਤਰਫਲ, 面积, 面積, 면적`,
  ),
  isbn: words(`isbn, isbn 13, isbn 10, ean, asin`),
  identifier: words(
    `sku, article number, item number, part number, product code, catalogue number, catalog number, call number, flight, flight number, artikelnummer, bestellnummer, reference, ref, referencia, codigo, codice, numero di catalogo, artikelnr, артикул, код товара, stok kodu, κωδικος, 货号, 品番`,
  ),
  rating: words(
    `rating, stars, score, reviews, bewertung, sterne, note, avis, etoiles, valoracion, estrellas, puntuacion, avaliacao, valutazione, stelle, beoordeling, sterren, betyg, vurdering, arvosana, ocena, hodnoceni, ertekeles, рейтинг, оценка, звезд, puan, yildiz, βαθμολογια, تقييم, דירוג, रेटिंग, सितारे, ਰੇਟਿੰਗ, 评分, 星级, 評価, 평점`,
  ),
  stops: words(
    `stops, stopovers, zwischenstopps, stopps, escales, escalas, scali, tussenstops, mellanlandningar, przesiadki, prestupy, atszallas, пересадки, aktarma, 经停, 乗り継ぎ, 경유`,
  ),
  duration: words(
    `duration, running time, runtime, length, dauer, laufzeit, duree, duracion, duracao, durata, duur, speelduur, langd, varighet, kesto, czas trwania, delka, hossz, длительность, продолжительность, sure, διαρκεια, المدة, משך, अवधि, ਮਿਆਦ, 时长, 時間, 상영시간`,
  ),
  people: words(
    `guests, persons, sleeps, adults, gaste, personen, personnes, voyageurs, huespedes, personas, hospedes, ospiti, persone, gasten, personer, henkiloa, osob, osoby, fo, persoane, гости, человек, kisi, ατομα, ضيوف, אורחים, मेहमान, ਮਹਿਮਾਨ, 人数, 宿泊人数`,
  ),
} as const;

type FieldName = keyof typeof NAMES;
const FIELD_NAMES = Object.keys(NAMES) as FieldName[];
const MATCHER = termMatcher(FIELD_NAMES.map((name) => NAMES[name]));

/** Fields of the records of each domain; other domains try every name. */
const DOMAIN_FIELDS: Readonly<Record<string, readonly FieldName[]>> = {
  book: ['author', 'publisher', 'isbn', 'year', 'price', 'category', 'date', 'rating', 'identifier'],
  flight: ['origin', 'destination', 'date', 'price', 'duration', 'stops', 'brand', 'identifier', 'category'],
  hotel: ['place', 'price', 'rating', 'rooms', 'people', 'date', 'category'],
  music: ['artist', 'label', 'year', 'price', 'category', 'date', 'duration', 'identifier'],
  premiere: ['director', 'date', 'place', 'category', 'duration', 'year', 'rating'],
  product: ['brand', 'price', 'category', 'rating', 'identifier', 'year'],
  property: ['place', 'price', 'rooms', 'area', 'category', 'date', 'year'],
};

/** Fields with ambiguous names (“to”, “from”), used for journeys only. */
const JOURNEY_FIELDS: ReadonlySet<FieldName> = new Set(['origin', 'destination', 'stops']);

/** Names of fields without a label, by the kind of their value. */
const FIELD_BY_KIND: Readonly<Partial<Record<FieldKind, string>>> = {
  price: 'price',
  date: 'date',
  year: 'year',
  rating: 'rating',
  identifier: 'identifier',
};

/**
 * Names fields as the domain does (author, price, date, rooms …), whatever the language of the page. Other
 * fields keep the folded name of the page; those without a name are `text`, `text 2`, ….
 */
export function typedFields(
  fields: readonly RecordField[],
  domain: string | null,
): Record<string, string | number> {
  const typed: Record<string, string | number> = Object.create(null);
  for (const { label, value, kind } of fields) {
    const name = nameOf(label, kind, domain);
    let free = name;
    for (let i = 2; free in typed; i++) free = `${name} ${i}`;
    typed[free] = numberOr(name, value, kind);
  }
  return { ...typed };
}

function nameOf(label: string, kind: FieldKind, domain: string | null): string {
  const line = wordLine(label);
  if (line.trim() === '') return FIELD_BY_KIND[kind] ?? 'text';
  const hits = MATCHER.count(line);
  const wanted = DOMAIN_FIELDS[domain ?? ''] ?? FIELD_NAMES;
  const found = FIELD_NAMES.filter(
    (name, i) => (hits[i] ?? 0) > 0 && (wanted.includes(name) || !JOURNEY_FIELDS.has(name)),
  );
  // “Area” may be a part of a town, or a size.
  if (kind === 'measure' && found.includes('area')) return 'area';
  return found.find((name) => wanted.includes(name)) ?? found[0] ?? line.trim().slice(0, 40);
}

const NUMERIC: ReadonlySet<string> = new Set(['year', 'rooms', 'people', 'stops']);

function numberOr(name: string, value: string, kind: FieldKind): string | number {
  const plain = /^-?\d+(?:\.\d+)?$/.test(value);
  return plain && (NUMERIC.has(name) || kind === 'number' || kind === 'year') ? Number(value) : value;
}
