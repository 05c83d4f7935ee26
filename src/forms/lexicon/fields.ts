import { terms } from './terms.ts';

/**
 * Words that tell what a single control is for, by meaning. They are looked up in a control's own name and caption only,
 * never in the form around it, so short words do less harm here than in the lists that features are made of.
 */
export const FIELD_WORDS = {
  captcha: terms(`
*captcha*, *captch*, security code, verification code, verify code, image code, img code, imagecode, code shown, antispam, anti spam, spam, human, nospam, are you human, characters, recaptcha, sicherheitscode, seccode
security check, visual code, turing, code de securite, codigo de seguridad, codigo de verificacion, kod z obrazka, ellenorzo kod, код с картинки, *验证码*, *驗證碼*, *認証コード*, verification, vcode, checkcode, kaptcha, confirm code, kontrolni otazka, opis, anti robots, *humanverify*, image security, *imagesecurity*, sicherheitsuberprufung, cptch, spamschutz, spamfrage, bot
`),
  honeypot: terms(`
leave empty, leave blank, leave this, do not fill, don t fill, honeypot, honey, not fill in, if you are human, nicht ausfullen
`),
  coupon: terms(`
coupon, *coupon*, promo, promo code, promotion code, voucher, gift code, gift card, gutschein*, invitation code, invite code, invite, referral, referrer, ref code, reference code, discount code, code promo, promocode, cupon, invitation
`),
  card: terms(`
credit card, *creditcard*, card number, cardnumber, card no, cvv, cvc, cvv 2, expiration, expiry, exp month, exp year, iban, kreditkarte, carte bancaire, tarjeta
`),
  'security-question': terms(`
security question, secret question, secretquestion, question, sicherheitsfrage, pregunta secreta, контрольный вопрос
`),
  'security-answer': terms(`
security answer, secret answer, answer, your answer, antwort, respuesta, ответ
`),
  consent: terms(`
agree, *agree*, accept, *accept*, tos, terms, terms of service, terms of use, terms and conditions, conditions, rules, consent, gdpr, privacy, privacy policy, agb, datenschutz*, nutzungsbedingungen, cgu, cgv, conditions generales, acepto, condiciones, terminos, politica de privacidad, aceito, termos
accetto, condizioni, termini, consenso, voorwaarden, akkoord, villkor, godkann*, vilkar, ehdot, hyvaksyn, regulamin*, akceptuj*, zgod*, podmin*, souhlas*, *feltetel*, elfogad*, termeni, правила, согла*, условия, kosullar, οροι, *同意*, *規約*, 약관, over 18, over 13, years of age, years old, 18 years
`),
  subscribe: terms(`
newsletter*, *newsletter*, *subscri*, mailing, mailing list, mailinglist, receive, receive emails, send me, notify, notification*, notify me, optin, opt in, updates, alerts, offers, marketing, follow up, email me, keep me informed, abonn*, rundbrief, informier*, *nieuwsbrief*, *nyhetsbrev*, boletin, novedades, *рассылк*, подпис*, уведом*, biuletyn, hirlevel, novinky
promotional, digest, mails, emails, e mails, acceptads, infomails, *informationmails*, adminemail, showemail, by email, s informer, recevoir, souhaite recevoir, deseo recibir, desidero ricevere
`),
  remember: terms(`
remember, *remember*, rememberme, retenir, se rappeler, riconosc*, *save login*, savelogin, setcookie, keepalive,  remember me, keep me, stay signed, stay logged, persistent, autologin, auto login, cookieuser, save password, keep logged, angemeldet bleiben, eingeloggt bleiben, merken, dauerhaft, se souvenir, rester connecte, resteconnecte, memoriser, recordar*, recuerdame, lembrar, manter, ricordami, onthoud*, ingelogd blijven, kom ihag, husk, muista, zapamietaj*
zapamatovat, pamatovat, trvale, megjegyez, emlekezz, tine minte, *запомн*, чужой компьютер, запамятати, hatirla, unutma, *記憶*, *保存*, *记住*, 자동, 저장, visitor invisible, invisible, hide me, anonymous, log me on, logged in
`),
  sort: terms(`
sort, *sort*, sort by, order, sd, sk, order by, *orderby*, sort order, sort direction, sort dir, direction, orderdirection, sortdirection, psort, sortieren, sortierung, trier, tri, trier par, classer par, ordenar, orden, ordenar por, ordinamento, ordina, ordina per, sorteer, sorteren, sortera, jarjesta, sortuj, seradit, razeni, rendezes, ordoneaza, sorteaza, *сортир*, *сортув*
sirala, siralama, ταξινομηση, ترتيب, מיין, 排序, *並び替え*, *並べ替え*, *정렬*, sap xep, urutkan, ascending, descending, asc, arrange, relevance
`),
  'page-size': terms(`
per page, *perpage*, page size, *pagesize*, items per page, results per page, products per page, limit, *set limit*, page limit, show per, num results, results count, rpp, ipp, pro seite, par page, por pagina, per pagina, per sida, per side, na stronie, na strone, na stranku, oldalankent, pe pagina, на странице, sayfada, ανα σελιδα, 每页, 件数, 보기
topicdays, topic days, postdays, daysprune, days prune
`),
  language: terms(`
language, languages, lang, locale, sprache, langue, idioma, lingua, taal, sprak, kieli, jezyk, jazyk, nyelv, limba, язык, мова, dil, γλωσσα, اللغة, שפה, 语言, 語言, 言語, 언어, ngon ngu, bahasa
`),
  currency: terms(`
currency, currencies, wahrung, devise, moneda, valuta, waluta, mena, penznem, валюта, para birimi, νομισμα, 通貨, 货币
`),
  style: terms(`
style, skin, theme, styleid, template, color scheme, design, quick style chooser
`),
  navigation: terms(`
jump, jump to, jumpbox, jumpmenu, goto, go to, navigate, archive, archives, archive dropdown, select month, forum jump, quick links, gehe zu, archiv, aller a, ir a, ir para, vai a, ga naar, przejdz, prejit, ugras, перейти, 跳转, menu
`),
  'page-number': terms(`
page number, page no, page num, pagenum, seite, pagenumber
`),
  timezone: terms(`
timezone, time zone, tz, tzoffset, timezoneoffset, gmt, utc offset, zeitzone, fuseau horaire, zona horaria, часовой пояс, strefa czasowa, dst, daylight, daylight saving*, sommerzeit, summer time
`),
  gender: terms(`
gender, *gender*, sex, salutation, mr, mrs, anrede, geschlecht, sexe, civilite, sexo, sesso, genero, kon, sukupuoli, plec, pohlavi, nem, oslo*, пол, стать, cinsiyet, φυλο, 性别, 性別, 성별, gioi tinh, name title, male, female
`),
  birth: terms(`
birth, *birth*, birthday, birthdate, birth date, date of birth, dob, geburt*, geburtstag, geburtsdatum, naissance, date naissance, nacimiento, nascimento, nascita, geboorte*, fodelse*, fodsels*, syntyma*, urodzen*, narozen*, szuletes*, nastere, nasterii, рожден*, народження, dogum, γεννησης, 生日, 出生*, 生年月日, 생년월일, age, alter, edad, eta, bday
`),
  'password-again': terms(`
confirm password, *confirmpassword*, password confirm*, *passwordconfirm*, repeat password, retype password, password again, re enter password, password 2, pass 2, passconf, password repeat, cpassword, verify password, passwort wiederholen, confirmer mot de passe, repetir contrasena
`),
  password: terms(`
*passw*, pass, pwd, passwd, pword, passphrase, pin, kennwort, mot de passe, mdp, contrasena, senha, wachtwoord, losenord, passord, salasana, haslo, heslo, jelszo, parola, sifre, пароль, *密码*, *パスワード*
`),
  email: terms(`
*email*, e mail, *mail*, correo, correio, courriel, e post, epost, sahkoposti, *sahkoposti*, почта, почты, почту, имейл, eposta, posta elettronica, ηλεκτρονικ*, *البريد*, דואר, אימייל, מייל, *邮箱*, *邮件*, *郵箱*, *メール*, *이메일*, thu dien tu
`),
  quantity: terms(`
quantity, *quantity*, qty, *qty*, how many, menge, anzahl, stuck, quantite, qte, cantidad, quantidade, quantita, aantal, antal, maara, ilosc, mnozstvi, mennyiseg, cantitate, количество, кол во, кількість, adet, ποσοτητα, 数量, 數量, 個数, 수량, so luong
`),
  'first-name': terms(`
first name, *firstname*, fname, f name, forename, given name, givenname, vorname, prenom, nombre, primer nombre, voornaam, fornamn, fornavn, etunimi, imie, jmeno, krestni jmeno, keresztnev, prenume, имя, імя, ad, adi, adiniz, ονομα, first, fst name, 名前, nome
`),
  'middle-name': terms(`
middle name, *middlename*, middle initial, mi, отчество, mname, second name, patronymic
`),
  'last-name': terms(`
last name, *lastname*, lname, l name, surname, sname, family name, familyname, nachname, familienname, nom de famille, apellido*, cognome, sobrenome, achternaam, efternamn, etternavn, efternavn, sukunimi, nazwisko, prijmeni, vezeteknev, nume de familie, фамилия, прізвище, soyad*, επωνυμο, last
`),
  organization: terms(`
company, *company*, company name, organization, *organization*, organisation, organisation name, org, business, business name, institution, school, university, employer, firma, firm, unternehmen, entreprise, societe, empresa, organizacion, azienda, ragione sociale, bedrijf, bedrijfsnaam, foretag, yritys, nazwa firmy, spolecnost, ceg, cegnev, companie, компания, организация, sirket, εταιρεια, 会社*, 公司
`),
  phone: terms(`
phone*, *phone*, tel, tel no, telephone, telefon*, *telefon*, telefono, mobile, mobil, cell, cellphone, cellulare, handy, gsm, contact number, movil, celular, puhelin, komorka, телефон*, тел, τηλεφωνο, 电话, 電話*, 手机, 携帯, 전화, 휴대폰, dien thoai, mobile number
`),
  fax: terms(`fax, *fax*, telefax, факс`),
  'postal-code': terms(`
zip, *zipcode*, zip code, postal, postal code, postalcode, postcode, post code, plz, postleitzahl, code postal, cp, codigo postal, cep, cap, postnummer, postnr, postinumero, kod pocztowy, psc, iranyitoszam, irsz, cod postal, индекс, почтовый индекс, posta kodu, 邮编, 郵便番号, 우편번호
`),
  street: terms(`
street, *street*, address, *address*, addr, adr, address line, address 1, address 2, strasse, str, hausnummer, anschrift, adresse, rue, direccion, calle, endereco, morada, rua, indirizzo, via, adres, straat, huisnummer, adress, gatuadress, katuosoite, osoite, ulica, ulice, adresa, utca, hazszam, cim, улица, адрес, адреса, adres, διευθυνση, 地址, 住所, 주소, dia chi, apt, apartment, suite, po box
`),
  city: terms(`
city, *city*, town, suburb, ort, wohnort, stadt, ville, ciudad, localidad, poblacion, cidade, citta, comune, localita, stad, plaats, woonplaats, kommun, by, kaupunki, miasto, miejscowosc, mesto, obec, varos, telepules, oras, localitate, город, місто, sehir, πολη, 城市, 市区町村, 도시, thanh pho, kota
`),
  state: terms(`
state, province, prov, county, bundesland, canton, kanton, departement, provincia, estado, uf, regione, provincie, lan, fylke, wojewodztwo, kraj, megye, judet, область, il, νομος, 省份, 省, 都道府県, 시도, tinh, prefecture
`),
  country: terms(`
country, *country*, countries, land, staat, pays, pais, paese, nazione, nation, nationality, maa, panstwo, zeme, stat, orszag, tara, страна, країна, ulke, χωρα, 国家, 國家, 国, 국가, quoc gia, negara
`),
  origin: terms(`
leaving from, departing from, flying from, travel from, from city, from airport, *origin*, departure airport, departure city, departure place, start location, pickup location, pick up location, abflughafen, abflugort, startort, ville de depart, lieu de depart, aeroport de depart, origen, ciudad de origen, aeropuerto de salida, origem, aeroporto di partenza, vertrekplaats, avreseort, откуда, miejsce wyjazdu, nereden, 出発地
`),
  destination: terms(`
going to, flying to, travel to, arriving at, to city, to airport, *destination*, dest, arrival airport, arrival city, ziel, zielort, reiseziel, zielflughafen, ville d arrivee, lieu d arrivee, aeroport d arrivee, destino, ciudad de destino, destinazione, bestemming, destinasjon, resmal, kohde, cel podrozy, cil, uticel, destinatie, куда, nereye, προορισμος, 目的地, 到着地, diem den, where to, where are you going
`),
  place: terms(`
location, *location*, locations, place, where, near, nearby, region, regions, area, areas, airport, station, district, neighborhood, neighbourhood, zone, resort, radius, distance, within, miles, umkreis, gegend, gebiet, lieu, secteur, quartier, arrondissement, lugar, ubicacion, zona, zonas, barrio, local, bairro, luogo, dove, quartiere, regio, wijk, omrade, omrode, alue, lokalizacja, dzielnica, rejon, lokalita, oblast, helyszin, kerulet, zona, cartier, район, регион, место, местоположение, метро
bolge, semt, ilce, konum, περιοχη, 地区, 地區, 地域, エリア, 場所, 지역, quan, khu vuc, lokasi, latitude, longitude, lat, lng, map
`),
  'date-start': terms(`
check in, checkin, *checkin*, arrival, arrive, arrival date, arrivaldate, date from, datefrom, from date, fromdate, start date, startdate, date start, *startdate*, begin date, since, after, departure date, depart date, departing, depart, departure, outbound, outward, leaving, leave on, pickup date, pick up date, date debut, date de debut, date d arrivee, date arrivee, date aller, anreise, anreisedatum, hinflug, hinreise, abflugdatum, abflug, startdatum, datum von, fecha inicio, fecha desde, fecha de inicio, fecha de entrada, fecha de salida, llegada, entrada, ida, data inizio, data de inicio, data andata, data arrivo, partenza, arrivo
chegada, aankomst, aankomstdatum, vertrekdatum, ankomst, ankomstdato, afrejse, avresa, utresa, saapuminen, przyjazd, data od, prijezd, datum od, erkezes, sosire, заезд, дата с, дата вылета, туда, дата заезда, giris tarihi, gidis tarihi, αφιξη, 入住, チェックイン, 開始日, 체크인, ngay di, in cinemas from, available from, showing from
`),
  'date-end': terms(`
check out, checkout, *checkout*, date to, dateto, to date, todate, end date, enddate, date end, *enddate*, until, till, before, return date, returndate, returning, return, returning on, inbound, homeward, dropoff date, drop off date, date fin, date de fin, date depart, date de depart, date retour, retour, abreise, abreisedatum, ruckflug, ruckreise, enddatum, datum bis, fecha fin, fecha hasta, fecha de fin, fecha regreso, regreso, vuelta, salida, saida, volta, data fine, data fim, data ritorno, ritorno, data partenza
vertrek, terugreis, retourdatum, avrejse, hjemreise, hjemrejse, aterresa, hemresa, lahto, paluu, wyjazd, data do, powrot, odjezd, datum do, tavozas, plecare, выезд, дата по, обратно, дата выезда, cikis tarihi, donus tarihi, αναχωρηση, 退房, チェックアウト, 終了日, 체크아웃, ngay ve
`),
  date: terms(`
date, *date*, dates, when, datum, daten, termin, jour, quand, fecha, fechas, cuando, data, quando, giorno, dato, paivamaara, kiedy, termin, den, kdy, datum, nap, дата, когда, tarih, ημερομηνια, تاريخ, תאריך, 日期, 日付, 날짜, ngay, tanggal, showtime, screening, performance date, playing on
`),
  'date-part': terms(`
day, *day*, days, month, *month*, year, *year*, yr, yyyy, mm, dd, time, hour, minute, week, tag, monat, jahr, uhrzeit, mois, annee, heure, dia, mes, ano, hora, giorno, mese, anno, ora, dag, maand, jaar, manad, ar, maned, paiva, kuukausi, vuosi, dzien, miesiac, rok, mesic, nap, honap, ev, an, luna, zi, год, месяц, день, время, yil, ay, gun, 年, 月, 日, release year, year of publication, published, decade, era, model year, erscheinungsjahr, baujahr
`),
  people: terms(`
guests, guest, adults, adult, children, child, kids, infants, infant, passengers, passenger, travelers, travellers, persons, persones, people, pax, rooms, room, nights, seats, party size, erwachsene, kinder, personen, reisende, zimmer, nachte, adultes, enfants, personnes, voyageurs, chambres, nuits, adultos, ninos, personas, pasajeros, habitaciones, noches, criancas, pessoas, quartos, adulti, bambini, persone, camere, notti, volwassenen, kinderen, kamers, vuxna, barn, voksne, born, aikuiset, lapset, dorosli, dzieci, osob, osoby, dospeli, deti, felnott*, gyerek*, adulti, copii
взрослых, взрослые, дети, детей, гостей, yetiskin, cocuk, kisi, ενηλικες, παιδια, 成人, 儿童, 人数, 大人, 子供, 인원, nguoi lon, tre em
`),
  price: terms(`
price, prices, *price*, budget, cost, rent, rate, fare, amount, preis, preise, *preis*, miete, kosten, prix, tarif, loyer, precio, precios, importe, presupuesto, alquiler, preco, valor, aluguel, prezzo, prezzi, costo, affitto, prijs, prijzen, huur, pris, hyra, hinta, cena, ceny, czynsz, cena od, ar, arak, pret, preturi, цена, цены, стоимость, ціна, fiyat, τιμη, 价格, 價格, 価格, 料金, 가격, gia, harga, value, ppn, usd, eur, gbp
`),
  measure: terms(`
number of, bedrooms, bedroom, beds, bathrooms, bathroom, baths, size, sqft, sq ft, m2, area size, floor, floors, mileage, km, kilometer, kilometres, length, width, height, weight, duration, running time, runtime, stops, rating, stars, score, speed, power, capacity, memory, storage, screen, inches, square, pieces, quantity from, schlafzimmer, wohnflache, flache, grosse, kilometerstand, leistung, sterne, bewertung, laufzeit, dauer, surface, chambres, superficie, dormitorios, habitaciones, banos, etoiles, duree, estrellas, duracion, quartos, banheiros, superficie, locali, stelle, durata
oppervlakte, slaapkamers, rum, boyta, pinta ala, pokoje, powierzchnia, metraz, pokoju, plocha, alapterulet, szobak, suprafata, camere, площадь, комнат, пробег, звезд, oda, metrekare, εμβαδο, 面积, 面積, 広さ, 평수, len, min length
`),
  isbn: terms(
    `isbn, issn, ean, sku, upc, asin, catalog number, catalogue number, catalog no, item number, article number, artikelnummer, reference, reference number, ref no, ref, part number, model number, id number, product code, barcode, flight number, flugnummer, lot number, vin`,
  ),
  person: terms(`
author, *author*, authors, artist, *artist*, artists, composer, director, directed by, actor, actress, cast, starring, star, performer, writer, written by, editor, singer, band, conductor, narrator, creator, by author, contributor, autor, autoren, verfasser, kunstler, interpret, komponist, regisseur, regie, schauspieler, darsteller, auteur, auteurs, artiste, compositeur, realisateur, acteur, acteurs, ecrivain, autores, artista, compositor, director, actores, actor, escritor, ator, diretor, autore, autori, compositore, regista, attore, attori, scrittore
schrijver, artiest, acteur, forfattare, artist, skadespelare, forfatter, kunstner, kirjailija, esittaja, ohjaaja, autor, wykonawca, rezyser, aktor, interpret, reziser, herec, szerzo, eloado, rendezo, szinesz, regizor, автор, исполнитель, режиссер, актер, автора, yazar, sanatci, yonetmen, oyuncu, συγγραφεας, καλλιτεχνης, 作者, 演员, 导演, 著者, 著者名, アーティスト, 監督, 저자, 감독, tac gia
`),
  publisher: terms(`
publisher, *publisher*, publishing house, label, record label, studio, imprint, manufacturer, manufact*, brand, brands, make, makes, maker, airline, airlines, carrier, chain, hotel chain, network, distributor, verlag, plattenlabel, hersteller, marke, marken, fluggesellschaft, airline, editeur, maison d edition, marque, marques, fabricant, compagnie, editorial, editoriales, marca, marcas, fabricante, aerolinea, editora, casa editrice, editore, produttore, etichetta, compagnia, uitgever, uitgeverij, merk, merken, fabrikant, forlag, merke, varumarke, marke, maerke, kustantaja, merkki, wydawca, wydawnictwo, producent, marka, vydavatel, nakladatel, vyrobce, znacka
kiado, gyarto, marka, editura, producator, издательство, производитель, марка, бренд, yayinevi, uretici, εκδοτης, κατασκευαστης, 出版社, 品牌, 厂商, メーカー, ブランド, 출판사, 브랜드, nha xuat ban, thuong hieu, manufacturers id, hersteller id
`),
  subject: terms(`
subject, *subject*, message title, betreff, sujet, objet, asunto, assunto, oggetto, onderwerp, amne, emne, aihe, temat, predmet, targy, subiect, тема, konu, θεμα, 主题, 主題, 件名, 제목, tieu de
`),
  title: terms(`
title, *title*, titles, headline, film, movie, movie title, film title, album, track, song, series, book title, product name, hotel name, film name, work title, titel, filmtitel, buchtitel, titre, titres, titulo, titulos, pelicula, obra, titolo, opera, titolo del film, otsikko, nimeke, tytul, nazev, titul, cim, titlu, название, заглавие, наименование, назва, baslik, kitap adi, τιτλος, عنوان, כותרת, 标题, 书名, 片名, タイトル, 書名, 作品名, 제목, 도서명, ten sach, ten phim, judul, name of
`),
  category: terms(`
category, categories, *category*, cat, cats, catid, cat id, subcat, subcategory, kategorie*, categorie, categories, categoria*, kategori*, kategoria*, категор*, rubrik*, рубрик*, genre, genres, department, departments, dept, section, sections, type, types, *type*, kind, topic, topics, forum, forums, collection, class, format, binding, media, medium, edition, condition, style of, model, models, sector, industry, theme, tag, tags, facet, filter, art, modell, zustand, abteilung, rayon, etat, modele, tipo, modelo, genero, condicion, estado del, stato, modello, genere, soort, staat, modell, typ, malli, tyyppi, gatunek, rodzaj, druh, zanr, tipus, mufaj, gen, тип, вид, жанр, модель, раздел, состояние, tur, kategorisi, model
κατηγορια, ειδος, 分类, 類別, 类型, 类别, カテゴリ*, ジャンル, 種類, 카테고리, 분류, 장르, danh muc, loai, the loai, kategori, in, search in, searchin, search within, search type, where to search, scope, search scope, option, options, mode, cabin, cabin class, class of service, trip type, availability, available, in stock, property type, room type, subtitles, version
`),
  url: terms(`
url, *website*, web site, website, homepage, home page, site, link, blog, webseite, site web, sitio web, pagina web, site internet, sito web, sito, weboldal, сайт, web, 网址, 网站, ホームページ, 홈페이지
`),
  username: terms(`
user, *username*, user name, userid, user id, uid, uname, usr, username or email, login, *login*, login name, loginname, log, log in, logon, account, account name, account number, member id, member name, nick, nickname, *nickname*, screen name, handle, display name, identifier, benutzer*, nutzername, mitglied*, anmeldename, utilisateur, identifiant, pseudo, usuario, utente, nome utente, utilizador, gebruiker*, gebruikersnaam, anvandar*, brukernavn, brugernavn
kayttaja*, uzytkownik*, nazwa uzytkownika, uzivatel*, prihlasovaci jmeno, *felhasznalo*, utilizator, nume utilizator, пользовател*, логин, ник, користув*, kullanici*, uye, χρηστης, ονομα χρηστη, اسم المستخدم, שם משתמש, *用户*, *帐号*, *账号*, *帳號*, *会員*, *ユーザー*, *아이디*, ten dang nhap, membername, card number login, authid, memberlogin
`),
  'full-name': terms(`
name, *name*, your name, full name, fullname, real name, realname, contact name, customer name, ihr name, nom, votre nom, nombre y apellidos, su nombre, seu nome, nome completo, nome e cognome, naam, uw naam, namn, navn, nimi, imie i nazwisko, jmeno a prijmeni, nev, nume si prenume, ваше имя, фио, имя, адиниз, ad soyad, ονοματεπωνυμο, الاسم, שם, 姓名, 氏名, お名前, 이름, ho ten, ho va ten, nama, author name, nome
`),
  message: terms(`
message, *message*, comment*, *comment*, comments, body, text area, enquiry, inquiry, feedback, description, details, nachricht, mitteilung, kommentar*, bemerkung, commentaire*, mensaje, comentario*, mensagem, messaggio, commento, bericht, opmerking*, meddelande, besked, melding, viesti, wiadomosc, komentarz, tresc, zprava, uzenet, mesaj, сообщен*, комментар*, текст, yorum, μηνυμα, σχολιο, 留言, 内容, 내용, review, reply, quick reply, notes, note, your question
`),
  about: terms(
    `about me, about you, about yourself, bio, biography, interests, hobbies, signature, occupation, profession, beruf, profile, uber mich, sobre mi, о себе`,
  ),
  'query-word': terms(`
search, *search*, query, *query*, keyword*, *keyword*, key word, key words, term, searchterm, find, find what, looking for, what are you looking for, look for, suche*, *such*, suchbegriff, stichwort, recherche*, *recherche*, rechercher, mot cle, mots cles, *busca*, *buscar*, busqueda, palabra*, pesquisa*, *pesquis*, *procur*, cerca, ricerca, parola, parole, zoek*, *zoek*, trefwoord, sok, *sok*, soek, sogeord, haku, hae, *szukaj*, szukana, fraza, hledat, *hledan*, vyhledat, hladat, keres*, *keres*, cauta*, *поиск*, найти, искать, пошук, ara, arama, aranan, αναζητηση, *بحث*, חיפוש, *搜索*, *搜尋*, *查询*, *検索*, *검색*, tim kiem, cari, keyword s, words, text to find, free text, freetext, phrase
`),
  'query-code': terms(
    `q, qs, qq, s, sq, qry, kw, kwd, k, wd, w, ntt, sw, st, crit, criteria, txt, what, key, str, p, t, words, text, sbox`,
  ),
} as const;

export type FieldWords = keyof typeof FIELD_WORDS;

/**
 * Terms above that mean something else in another language, most of them little words: Danish “by” is a town, German
 * “Tag” a day. They count only as the whole caption or name, never in “filter by tag”.
 */
export const LONE_WORDS: ReadonlySet<string> = new Set(
  terms(`
ad, an, ar, art, born, barn, by, cap, den, ev, first, gun, il, in, kind, last, local, log, mes, mi, nap, nem, oda, rum, tag, via, zi, luna, ay, human, opera, ceg
`),
);

/** Ordinary words that hold a term by chance: “capacity” is no city, “resort” sorts nothing, “authority” wrote nothing. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  terms(`
acceptance, accompany, accompanying, allocation, allocations, aboriginal, original, originals, originally, assort, assorted, assortment, authority, authorities, authorization, authorisation, authorize, authorized, candidate, candidates, capacity, capacities, complexity
consolidate, consort, consortium, countryside, date of update, disagree, elasticity, electricity, enamel, entitled, ethnicity, felicity, filename, filenames, gramophone, headphone, headphones, holiday, holidays, hostname, hostnames, intensity, last update, last updated
mandate, megaphone, microphone, microphones, ornament, ornaments, ornamental, prototype, prototypes, publicity, rename, relocation, relocations, resort, resorts, resource type, saxophone, saxophones, simplicity, smartphone, smartphones, stereotype, subtitle, subtitles, subjective
such as, suchlike, such, today, tournament, tournaments, toxicity, typeface, typefaces, typewriter, update, updates, updated, validate, validated, velocity, velocities, xylophone, yesterday
`),
);
