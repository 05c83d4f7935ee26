import { terms } from './terms.ts';

/** Words that offer a search. */
const searchVerbs = terms(`
*search*, *srch*, *serch*
*suche*, suchen, such, *suchbegriff*, suchwort, suchtext, stichwort, schnellsuche
*recherche*, rechercher, chercher, cherche
*buscar*, *busca*, *busqueda*, buscador
cerca, cercare, *ricerca*, ricerche
*pesquis*, *procura*, procurar
*zoek*
sok, *sokord*, *sokning*, soker, sok pa, *sokefelt*, soeg, sog, *sogning*
haku, hae, etsi, hakusana
szukaj, *szukaj*, *wyszuk*
hledat, hledej, *vyhled*, hladat, hladaj, *vyhlad*
keres, kereses, *kereso*, keresd
cauta, cautare, *cautati*
*поиск*, найти, искать, ищу, ищем, поискать
пошук*, знайти, шукати, търсене, търси, претрага, претражи, пошукати
pretraga, pretrazi, trazi, *iskanje*, isci, iskalnik
ara, arama, *arama*, aranan
αναζητ*, ευρεση, ψαξε
*بحث*, ابحث, جستجو, *חיפוש*, חפש, *खोज*
*搜索*, *搜寻*, *搜尋*, *搜一下*, *查询*, *查詢*, *查寻*, *查找*, *检索*, *搜*
*検索*, *サーチ*, *さがす*, *探す*
*검색*
tim kiem, timkiem, tim, cari, pencarian, carian, *ค้นหา*
meklet, meklesana, paieska, ieskoti, otsi, otsing, leita, leit, bilatu, cercar
`);

/** Codes that programmers give to the box a query is typed into. They say something there and nowhere else. */
export const queryCode = terms(`
q, qs, qq, s, sq, qry, kw, kwd, k, wd, w, ntt, sw, stext, st, substring, crit, criteria, txt, str, what, key, search for, w 1, text
`);

/** Words for what one searches by. */
export const keyword = terms(`
query, *query*, keyword*, *keyword*, key word, key words, term, terms, *searchterm*, searchword, sword, phrase, *searchstr*, search string
mot cle, mots cles, palabra clave, palabras clave, palabra, palabras, palavra, palavras, palavra chave, parola chiave, parole chiave, trefwoord, trefwoorden, zoekterm
fraza, slowo kluczowe, kulcsszo, hledany, vyraz, klicove slovo, stichwort, stichworte, begriff, schlagwort, avainsana, nokkelord, sokord, nyckelord
ключевые, ключевое, запрос, anahtar kelime, kelime, λεξη, λεξεις, 关键字, 关键词, 關鍵字, キーワード, 키워드, tu khoa, kata kunci, isbn
`);

/** Verbs of finding. */
export const find = terms(`
find, finder, *finder*, locate, locator, *locator*, lookup, look up, look for, looking for, what are you looking for, finden, finde, *finder*, trouver, trouvez
encontrar, encuentra, encuentre, encontre, hallar, trova, trovare, cerca, vind, vinden, hitta, finn, loyda, znajdz, najit, najdi, najdete, talald, gaseste, gasiti
найди, найдите, подобрать, подбор, підібрати, намери, bul, bulun, βρες, βρειτε, 找, 查, 찾기, 찾다, tim, temukan, nadji, poisci, rask, atrast, leia
`);

/** Words that offer a search, by either verb: “find flights” is as good as “search flights”. */
export const search = [...searchVerbs, ...find];

/** Words of looking through what there is. */
export const browse = terms(`
browse, explore, discover, view results, show results, see results, get results, results, show all, view all, durchsuchen, stobern, ergebnisse, parcourir, resultats
explorar, resultados, esplora, risultati, bladeren, resultaten, resultat, tulokset, przegladaj, wyniki, prochazet, vysledky, talalatok, rezultate, показать, результат*
sonuclar, αποτελεσματα, نتائج, תוצאות, 结果, 結果, 결과, ket qua, hasil, compare, vergleichen, comparer, comparar, confronta
`);

/** What a button says that only sets off. */
export const go = terms(`
go, ok, okay, submit, los, weiter, absenden, senden, aller, valider, envoyer, ir, enviar, vai, invia, ga, start, hae, idz, dalej, jdi, mehet, tovabb, trimite, mergi
вперед, отправить, git, gonder, 送出, 実行, 提交, 확인, gui, kirim
`);

export const filter = terms(`
filter*, *filter*, refine, narrow, within, search within, facet, refinement, eingrenzen, affiner, filtr*, *filtr*, filtre*, filtrar, filtra, suodata
szuro, szures, фильтр*, filtrele, φιλτρ*, 筛选, 絞り込み, 필터, reset filter, clear all, match
`);

export const advanced = terms(`
advanced, advanced search, *advsearch*, *advancedsearch*, exact phrase, all words, any words, all of these, boolean, title only, titles only
search titles, entire site, this site, all departments, this forum, search options, more options, full text, popular searches
erweitert*, detailsuche, volltext, avance*, avanzad*, avancad*, avanzat*, uitgebreid, avancerad, avansert, avanceret, laajennettu
zaawansowan*, rozsiren*, reszletes, avansat*, расширенн*, gelismis, detayli, συνθετη, متقدم, מתקדם, 高级, 高級, 進階, 詳細, 상세, nang cao
`);

export const category = terms(`
category, categories, *category*, cat, cats, kategorie*, categorie, categories, categoria*, categorias, kategori*, kategoria*, категор*, rubrik*, рубрик*
brand, brands, make, model, manufacturer, manuf, marke, modell, hersteller, marque, modele, marca, modelo, modello, merk, marka, znacka, gyarto
марка, модель, genre, genres, department, section, author, title, isbn, artist, autor, auteur, autore, titel, titre, titulo, titolo, publisher
type, types, property type, product type, topic, subject, sektion, tag, tags, 分类, 類別, 品牌, カテゴリ*, ジャンル, 카테고리, 브랜드
`);

export const place = terms(`
city, state, country, zip, *zipcode*, zip code, postal, postcode, post code, location, *location*, region, regions, where, near, nearby, radius
distance, miles, within miles, destination, airport, area, district, county, province, neighborhood
ort, plz, stadt, land, umkreis, bundesland, ville, code postal, pays, departement, ciudad, provincia, pais, localidad, zona, cidade, estado, bairro
citta, comune, regione, nazione, stad, plaats, provincie, kommun, kommune, lan, kaupunki, miasto, wojewodztwo, mesto, kraj, okres
varos, megye, oras, judet, localitate, город, регион, область, страна, район, місто, sehir, ilce, semt, πολη, περιοχη, νομος
城市, 地区, 地區, 省份, 都道府県, エリア, 地域, 지역, thanh pho, tinh, quan, kota, provinsi
`);

export const dates = terms(`
date, dates, *date*, check in, checkin, *checkin*, check out date, arrival, arrive, departure, depart, return, nights, guests, adults, children, rooms
passengers, travelers, from, to, anreise, abreise, datum, von, bis, arrivee, depart, retour, dates, llegada, salida, fecha, chegada, partida, ida, volta
arrivo, partenza, aankomst, vertrek, ankomst, avresa, afrejse, saapuminen, przyjazd, wyjazd, prijezd, odjezd, erkezes, tavozas, дата, заезд, выезд
month, year, day, monat, jahr, tag, mois, annee, jour, mes, ano, dia, mese, anno, giorno, maand, jaar, месяц, год, день, tarih, 日期, 日付, 날짜
`);

export const price = terms(`
price, prices, *price*, min, max, minimum, maximum, budget, rent, beds, bedrooms, baths, bathrooms, sqft, mileage, preis, prix, precio, preco, prezzo
prijs, pris, hinta, cena, ar, pret, цена, цены, стоимость, fiyat, τιμη, 价格, 價格, 価格, 가격, gia, harga, range, rooms, zimmer, pieces, surface
`);
