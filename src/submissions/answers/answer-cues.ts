import { termMatcher, wordLine } from '../../foundation/text/index.ts';
import type { CueKind } from './reading.ts';

/** Phrases of messages in about 25 languages, folded. */
const phrases = (text: string): readonly string[] =>
  text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

const noResults = phrases(`
no results, no result, no hits, no matches, no match, no matching, no records, no record found, no items, no entries, no products found, no products were found, no listings, no books found, no documents, no data found, no data available
nothing found, nothing matched, nothing was found, nothing matches, nothing here, not found any, found nothing, no search results, did not match any, didn t match any, does not match any, did not find any, didn t find any, no flights, no hotels, no properties, no films, no offers
could not find any, couldn t find any, could not find what, couldn t find what, unable to find any, were unable to find, there are no results, there were no results, returned no results, yielded no results, zero results, 0 results, 0 hits, 0 matches, 0 records, 0 items, 0 products, 0 found, no articles, no titles, no availability, not available for your search
your search did not, your search returned no, sorry we could not find, sorry we couldn t find, we could not find anything, we couldn t find anything, no longer any results, try fewer words, try different keywords, try another search, try a different search, broaden your search
keine ergebnisse, kein ergebnis, keine treffer, kein treffer, nichts gefunden, keine eintrage, keine datensatze, keine artikel gefunden, keine produkte, keine angebote, keine ubereinstimmung*, nicht fundig, leider keine, leider nichts, 0 treffer, 0 ergebnisse, ergab keine, wurden keine, wurde nichts, konnte nichts
aucun resultat, pas de resultat, aucune reponse, aucun produit, aucun article, aucun document, aucune annonce, aucune correspondance, aucun element, aucun enregistrement, rien trouve, n a donne aucun, 0 resultat, 0 resultats, ne correspond a votre
no hay resultados, sin resultados, ningun resultado, no se encontr*, no se han encontrado, no hemos encontrado, no encontramos, no hay coincidencias, sin coincidencias, no existen resultados, ningun registro, 0 resultados, no produjo resultados, no hay productos
nenhum resultado, nao foram encontrad*, nao encontramos, nenhum registro, nenhum item, nenhum produto, sem resultados, nada encontrado, nao ha resultados, nao foi encontrad*, nao retornou
nessun risultato, nessun elemento, nessun prodotto, nessuna corrispondenza, non ha prodotto risultati, nessun record, nessun libro, non sono stati trovati, non abbiamo trovato, non e stato trovato, 0 risultati, senza risultati, la ricerca non ha
geen resultaten, geen resultaat, niets gevonden, geen treffers, geen artikelen, geen producten, niet gevonden, geen boeken, 0 resultaten, leverde geen, leverde niets, geen zoekresultaten
inga resultat, inga traffar, inget resultat, ingen traff, hittade inget, hittades inte, hittade inga, gav inga, gav inget, 0 traffar, inga produkter
ingen resultater, ingen treff, ingen resultat, fant ingen, ingen funnet, ga ingen, ingen resultater fundet, ingen fundet, fandt ingen, fandt intet, gav ingen, 0 resultater, 0 treff, ingen produkter
ei tuloksia, ei hakutuloksia, ei osumia, ei loytynyt, ei loydy, 0 tulosta, 0 osumaa, haku ei tuottanut
brak wynikow, nie znaleziono, nic nie znaleziono, brak rezultatow, 0 wynikow, nie odnaleziono, brak ofert, brak produktow
zadne vysledky, nic nenalezeno, nebyl nalezen*, nebyly nalezeny, nenalezeno, nenalezeny zadne, zadny vysledek, bez vysledku, neboli najdene, nenasli sa, ziadne vysledky, nenaslo sa, nenasli sme, nenasli jsme
nincs talalat, nincsenek talalatok, nem talalhato, nem talaltunk, nincs eredmeny, 0 talalat, a keresesnek nincs
niciun rezultat, nu s au gasit, nu am gasit, nu a fost gasit*, nu exista rezultate, 0 rezultate, fara rezultate, nu exista produse
ничего не найдено, не найдено, ничего не нашлось, результатов нет, нет результатов, не дал результатов, не найдены, нет совпадений, по вашему запросу ничего, к сожалению ничего, записей не найдено, не удалось найти, 0 результатов, совпадений не
нічого не знайдено, не знайдено, немає результатів, нема результатів, результатів немає, няма резултати, не са намерени, нищо не е намерено, няма намерени, нема резултата, није пронађен*
nema rezultata, nije pronadeno, nisu pronadeni, nista nije pronadeno, ni rezultatov, ni zadetkov, nic najdeno, ni bilo najden*
sonuc bulunamadi, bulunamadi, sonuc yok, kayit bulunamadi, eslesen sonuc, eslesme bulunamadi, hicbir sonuc, 0 sonuc, urun bulunamadi
δεν βρεθηκ*, κανενα αποτελεσμα, δεν υπαρχουν αποτελεσματα, 0 αποτελεσματα, χωρις αποτελεσματα
لا توجد نتائج, لم يتم العثور, لا نتائج, لا يوجد نتائج, لم نعثر, بدون نتائج, نتیجه ای یافت نشد, یافت نشد, موردی یافت, נתיجهای
לא נמצאו, אין תוצאות, לא נמצא, ללא תוצאות
कोई परिणाम नहीं, परिणाम नहीं मिला, नहीं मिला, नहीं मिले, कुछ नहीं मिला, कोई नतीजा नहीं, कोई रिकॉर्ड नहीं, ਕੋਈ ਨਤੀਜਾ ਨਹੀਂ, ਨਹੀਂ ਮਿਲਿਆ, ਨਹੀਂ ਮਿਲੇ, ਕੁਝ ਨਹੀਂ ਮਿਲਿਆ, কোনো ফলাফল, পাওয়া যায়নি, முடிவுகள் இல்லை
*没有找到*, *没有结果*, *未找到*, *无结果*, *暂无*, *没有符合*, *没有相关*, *找不到*, *没有搜索到*, *查无*, *無結果*, *沒有找到*, *沒有結果*, *查無*, *沒有符合*, *未搜索到*, *无相关*, *無相關*
*見つかりません*, *見つかりませんでした*, *ヒットしません*, *該当なし*, *ありませんでした*, *0件*, *結果はありません*
*검색 결과가 없*, *결과가 없*, *검색결과가 없*, *찾을 수 없*, *없습니다*, *일치하는 항목이 없*
khong tim thay, khong co ket qua, khong co san pham, tidak ditemukan, tidak ada hasil, tiada hasil, hasil tidak, *ไม่พบ*, *ไม่มีผลลัพธ์*
netika atrast*, nekas netika, nerasta, nieko nerasta, rezultatu nera, ei leitud, tulemusi ei, ekki fannst, engar nidurstodur, no s han trobat, cap resultat, ez da emaitzarik
`);

const invalid = phrases(`
please enter, please fill, please select, please choose, please specify, please provide, please correct, please check, please complete, is required, are required, required field, field is required, must be filled, must enter, must select, must specify, must choose, must not be, must be at least, must be between, must be greater, must be a, must be in the future, cannot be empty, can t be empty, may not be empty
fill in at least, enter at least, select at least, choose at least, at least one field, at least one search, at least 3 characters, at least 2 characters, at least three characters, minimum of, too short, too long, too many results, too few, not a valid, is not valid, invalid, is invalid, enter a valid, not valid, error in, following error, following errors, errors occurred, out of range, in the past, no search term, no search terms, empty search, nothing to search, no criteria, missing parameter, missing field, narrow your search, refine your search, date must be, before departure, earlier than
bitte geben, bitte fullen, bitte wahlen, bitte tragen, bitte uberprufen, bitte korrigieren, bitte einen suchbegriff, ist ein pflichtfeld, pflichtfeld nicht, mussen ausgefullt, muss ausgefullt, darf nicht leer, mindestens ein, mindestens drei zeichen, mindestens 3 zeichen, ungultig*, zu kurz, zu lang, zu viele treffer, keine gultige, in der zukunft, in der vergangenheit
veuillez remplir, veuillez saisir, veuillez entrer, veuillez choisir, veuillez selectionner, veuillez indiquer, veuillez preciser, veuillez verifier, veuillez renseigner, veuillez corriger, est obligatoire, sont obligatoires, champ obligatoire, champ requis, au moins un, au moins 3 caracteres, au moins trois caracteres, n est pas valide, invalide, trop court, trop de resultats, doit etre, ne peut pas etre vide
por favor introduzca, por favor ingrese, por favor rellene, por favor seleccione, por favor complete, por favor elija, introduzca un, introduzca al menos, rellene al menos, debe introducir, debe rellenar, debe seleccionar, debe ingresar, debe indicar, debe elegir, campo obligatorio, es obligatorio, son obligatorios, es requerido, al menos un, al menos 3 caracteres, no es valido, no es valida, no valido, invalido, demasiado corto, demasiados resultados, no puede estar vacio, debe ser
por favor preencha, por favor informe, por favor digite, por favor selecione, preencha pelo menos, preencha ao menos, campo obrigatorio, e obrigatorio, sao obrigatorios, pelo menos um, invalido, nao e valido, muito curto, deve ser, deve informar, informe pelo
inserire almeno, si prega di, compila almeno, selezionare almeno, inserisci almeno, campo obbligatorio, e obbligatorio, sono obbligatori, almeno un, almeno 3 caratteri, non valido, non e valido, troppo corto, troppi risultati, deve essere, devi inserire, devi selezionare
vul een, vul minstens, vul minimaal, vul ten minste, gelieve, kies een, voer een, verplicht veld, is verplicht, minstens een, ten minste een, minimaal 3 tekens, ongeldig*, niet geldig, te kort, te veel resultaten, moet worden ingevuld
fyll i minst, ange minst, ange ett, vanligen ange, vanligen fyll, valj minst, maste anges, maste fyllas, obligatorisk*, minst ett, minst tre tecken, ogiltig*, for kort, fyll ut minst, ma fylles, vennligst fyll, vennligst velg, ugyldig*, minst en, udfyld mindst, skal udfyldes, venligst udfyld, venligst indtast, mindst et
tayta vahintaan, syota vahintaan, anna vahintaan, pakollinen, vahintaan yksi, vahintaan kolme, virheellinen, ei kelpaa, liian lyhyt
prosze podac, prosze wpisac, prosze wybrac, prosze wypelnic, wypelnij, wpisz co najmniej, pole wymagane, jest wymagane, co najmniej jedno, co najmniej 3 znaki, nieprawidlow*, niepoprawn*, za krotk*, zbyt krotk*
vyplnte, zadejte prosim, prosim zadejte, zadejte alespon, vyberte alespon, povinne pole, je povinn*, alespon jedno, alespon 3 znaky, neplatn*, prilis kratk*, zadajte aspon, vyplnte aspon, povinny udaj
kerjuk adja, kerjuk toltse, kerjuk valasszon, adjon meg legalabb, kotelezo mezo, kotelezo megadni, ervenytelen, tul rovid, legalabb 3 karakter
va rugam introduceti, va rugam completati, va rugam selectati, completati cel putin, camp obligatoriu, este obligatoriu, cel putin un, nevalid*, invalid*, prea scurt
пожалуйста введите, пожалуйста заполните, пожалуйста выберите, заполните хотя бы, введите хотя бы, укажите хотя бы, выберите хотя бы, не заполнено, обязательное поле, обязательно для заполнения, не может быть пустым, слишком короткий, слишком короткое, недопустим*, неверн*, некорректн*, минимум 3 символа, не менее 3
заповніть, введіть хоча, вкажіть хоча, обов язкове поле, некоректн*, моля въведете, моля попълнете, задължително поле, невалид*
unesite, molimo unesite, molimo odaberite, obavezno polje, polje je obavezno, neispravan*, vnesite vsaj, prosimo vnesite, obvezno polje, neveljav*
lutfen en az, lutfen bir, lutfen doldurun, lutfen secin, lutfen girin, zorunlu alan, zorunludur, en az bir, en az 3 karakter, gecersiz, cok kisa, bos birakilamaz
παρακαλω συμπληρωστε, παρακαλω εισαγετε, παρακαλω επιλεξτε, υποχρεωτικο πεδιο, ειναι υποχρεωτικο, τουλαχιστον ενα, μη εγκυρ*, ακυρ*
يرجى ادخال, الرجاء ادخال, يرجى اختيار, الرجاء اختيار, حقل مطلوب, هذا الحقل مطلوب, غير صالح, غير صحيح, لطفا وارد, الزامی است, נא להזין, נא למלא, יש להזין, יש למלא, שדה חובה, לא תקין
कृपया कम से कम, कृपया भरें, कृपया दर्ज, कृपया चुनें, आवश्यक है, अनिवार्य, अमान्य, ਕਿਰਪਾ ਕਰਕੇ ਘੱਟੋ, ਕਿਰਪਾ ਕਰਕੇ ਭਰੋ, ਕਿਰਪਾ ਕਰਕੇ ਦਰਜ, ਕਿਰਪਾ ਕਰਕੇ ਚੁਣੋ, ਲਾਜ਼ਮੀ
*请输入*, *请填写*, *请选择*, *不能为空*, *必填*, *無效*, *无效*, *格式错误*, *請輸入*, *請填寫*, *請選擇*, *不能為空*, *入力してください*, *選択してください*, *必須です*, *正しくありません*, *無効です*, *입력해 주세요*, *입력하세요*, *선택해 주세요*, *선택하세요*, *필수*, *올바르지*
vui long nhap, vui long chon, bat buoc, khong hop le, silakan masukkan, silakan pilih, harap isi, harus diisi, wajib diisi, tidak valid, *กรุณากรอก*, *กรุณาเลือก*, *กรุณาระบุ*
`);

const login = phrases(`
please log in, please sign in, please login, log in to continue, sign in to continue, login to continue, you must log in, you must be logged in, you need to log in, you need to be logged in, must sign in, login required, log in required, sign in required, members only, for members only, registered users only, subscribers only, log in to view, sign in to view, log in to see, sign in to see, not logged in, authentication required, authorization required, you are not authorized, please register
bitte melden sie sich an, bitte anmelden, bitte loggen, anmeldung erforderlich, nur fur mitglieder, nur fur registrierte, mussen angemeldet, mussen sich anmelden, veuillez vous connecter, connectez vous pour, vous devez etre connecte, vous devez vous connecter, reserve aux membres, reserve aux abonnes, authentification requise
inicie sesion para, debe iniciar sesion, debes iniciar sesion, identifiquese, solo para miembros, solo usuarios registrados, faca login para, voce precisa estar logado, e necessario fazer login, apenas para membros, effettua il login, devi effettuare, accedi per, solo per utenti registrati, area riservata
log in om, u moet ingelogd, u dient in te loggen, alleen voor leden, logga in for att, du maste logga in, du maste vara inloggad, logg inn for, du ma logge inn, du skal logge ind, log ind for, kirjaudu sisaan, vaatii kirjautumisen, zaloguj sie aby, musisz sie zalogowac, musisz byc zalogowany, wymaga zalogowania, pro pokracovani se prihlaste, musite se prihlasit, musite byt prihlaseni, be kell jelentkezni, jelentkezzen be, trebuie sa va autentificati, trebuie sa fiti autentificat
необходимо авторизоваться, войдите чтобы, требуется авторизация, только для зарегистрированных, только зарегистрированные, для просмотра необходимо войти, увійдіть щоб, необхідно увійти, giris yapmalisiniz, giris yapmaniz gerekiyor, lutfen giris yapin, uye girisi yapin, πρεπει να συνδεθειτε, παρακαλω συνδεθειτε, يجب تسجيل الدخول, يرجى تسجيل الدخول, יש להתחבר, עליך להתחבר, कृपया लॉग इन करें, लॉगिन आवश्यक, ਕਿਰਪਾ ਕਰਕੇ ਲੌਗ ਇਨ
*请先登录*, *请登录*, *需要登录*, *請先登入*, *請登入*, *ログインしてください*, *ログインが必要*, *会員限定*, *로그인이 필요*, *로그인 후*, *로그인하세요*, vui long dang nhap, ban can dang nhap, silakan masuk, silakan login, anda harus masuk
`);

const blocked = phrases(`
access denied, access to this page has been denied, access is denied, access forbidden, forbidden, you have been blocked, has been blocked, your ip, request blocked, blocked by, unusual traffic, automated queries, automated requests, are you a robot, not a robot, are you human, you are human, are human, verify you are, checking your browser, please verify, security check, enable javascript and cookies to continue, too many requests, rate limit, rate limited, slow down, suspicious activity, bot detection, ddos protection, pardon our interruption, request unsuccessful, complete the captcha, solve the captcha, enter the characters, temporarily blocked, too many searches, prove you
zugriff verweigert, zugriff verboten, kein roboter, zu viele anfragen, ungewohnlichen datenverkehr, gesperrt, acces refuse, acces interdit, pas un robot, trop de requetes, trafic inhabituel, acceso denegado, acceso prohibido, no soy un robot, no eres un robot, demasiadas solicitudes, demasiadas peticiones, trafico inusual, acesso negado, nao sou um robo, muitas solicitacoes, accesso negato, non sono un robot, troppe richieste
toegang geweigerd, geen robot, te veel verzoeken, atkomst nekad, inte en robot, ingen robot, for manga forfragningar, ingen tilgang, adgang naegtet, paasy estetty, paasy evatty, en ole robotti, odmowa dostepu, dostep zabroniony, nie jestem robotem, zbyt wiele zapytan, zbyt wiele zadan, pristup odepren, nejsem robot, prilis mnoho pozadavku, hozzaferes megtagadva, nem vagyok robot, tul sok keres, acces interzis, nu sunt robot, prea multe cereri
доступ запрещен, доступ ограничен, доступ заблокирован, не робот, слишком много запросов, подозрительный трафик, доступ заборонено, забагато запитів, erisim engellendi, robot degilim, cok fazla istek, δεν ειμαι ρομποτ, απαγορευεται η προσβαση, تم رفض الوصول, لست روبوت, אינני רובוט, הגישה נדחתה, पहुंच अस्वीकृत, रोबोट नहीं
*访问被拒绝*, *拒绝访问*, *不是机器人*, *访问过于频繁*, *请求过于频繁*, *安全验证*, *存取被拒*, *アクセスが拒否*, *ロボットではありません*, *접근이 거부*, *로봇이 아닙니다*, tu choi truy cap, khong phai la robot, akses ditolak, bukan robot
`);

const failure = phrases(`
internal server error, server error, service unavailable, temporarily unavailable, bad gateway, gateway timeout, gateway time out, a timeout occurred, an error occurred, an error has occurred, something went wrong, unexpected error, fatal error, uncaught exception, stack trace, sql syntax, mysql error, database error, odbc, ora 0, cannot connect to database, under maintenance, down for maintenance, site is down, try again later, technical difficulties
interner serverfehler, interner fehler, ein fehler ist aufgetreten, wartungsarbeiten, datenbankfehler, erreur interne, erreur serveur, une erreur est survenue, une erreur s est produite, en maintenance, error interno, se ha producido un error, ha ocurrido un error, en mantenimiento, erro interno, ocorreu um erro, em manutencao, errore interno, si e verificato un errore, in manutenzione, interne serverfout, er is een fout opgetreden, ett fel har, ett fel uppstod, en feil har, der opstod en fejl, tapahtui virhe, palvelinvirhe, wystapil blad, blad serwera, nastala chyba, chyba serveru, doslo k chybe, hiba tortent, szerverhiba, a aparut o eroare, eroare interna
внутренняя ошибка, ошибка сервера, произошла ошибка, технические работы, сталася помилка, sunucu hatasi, bir hata olustu, παρουσιαστηκε σφαλμα, حدث خطا, אירעה שגיאה, सर्वर त्रुटि, *服务器错误*, *系统错误*, *发生错误*, *伺服器錯誤*, *サーバーエラー*, *エラーが発生*, *서버 오류*, *오류가 발생*, da xay ra loi, terjadi kesalahan
`);

const notFound = phrases(`
page not found, 404 not found, file not found, page cannot be found, page could not be found, page does not exist, page doesn t exist, page you requested, page you are looking for, error 404, 404 error, not found on this server, no longer exists, there is nothing at this address
seite nicht gefunden, seite wurde nicht gefunden, seite existiert nicht, page introuvable, page non trouvee, page n existe pas, pagina no encontrada, pagina no existe, pagina nao encontrada, pagina non trovata, pagina niet gevonden, sidan hittades inte, siden ble ikke funnet, siden blev ikke fundet, siden finnes ikke, sivua ei loytynyt, sivua ei loydy, strona nie zostala znaleziona, nie znaleziono strony, stranka nebyla nalezena, stranka nenalezena, oldal nem talalhato, pagina nu a fost gasita, pagina nu exista
страница не найдена, страница не существует, сторінку не знайдено, sayfa bulunamadi, η σελιδα δεν βρεθηκε, الصفحة غير موجودة, הדף לא נמצא, पृष्ठ नहीं मिला, *页面不存在*, *找不到页面*, *頁面不存在*, *ページが見つかりません*, *페이지를 찾을 수 없*, khong tim thay trang, halaman tidak ditemukan
`);

const expired = phrases(`
session has expired, session expired, session timed out, session timeout, session is no longer valid, token expired, invalid token, csrf, token mismatch, page expired, page has expired, form has expired, sitzung ist abgelaufen, sitzung abgelaufen, session a expire, session expiree, sesion ha caducado, sesion ha expirado, sessao expirou, sessao expirada, sessione scaduta, sessione e scaduta, sessie is verlopen, sessie verlopen, sessionen har gatt ut, okten har utlopt, sessionen er udlobet, istunto on vanhentunut, sesja wygasla, relace vyprsela, platnost relace, munkamenet lejart, sesiunea a expirat, сессия истекла, время сессии истекло, сеанс истек, сесія закінчилась, oturum sona erdi, oturumunuz sona, oturum suresi doldu, η συνεδρια εληξε, انتهت الجلسة, सत्र समाप्त, ਸੈਸ਼ਨ ਖਤਮ, *会话已过期*, *会话超时*, *セッションが切れ*, *세션이 만료*, phien lam viec da het han, sesi telah berakhir
`);

const PHRASES = {
  'no-results': noResults,
  invalid,
  login,
  blocked,
  failure,
  'not-found': notFound,
  expired,
} as const;
const KINDS = Object.keys(PHRASES) as (keyof typeof PHRASES)[];
const MATCHER = termMatcher(KINDS.map((kind) => PHRASES[kind]));

/**
 * Matches “no” and “found” with the site's word for a record between them: “No repositories found”, “keine
 * passenden Projekte gefunden”, “aucune ordonnance trouvée”. Applies to a word line.
 */
const NONE_FOUND = new RegExp(
  [
    String.raw`no (?!longer |one |more )(?:[\p{L}\p{N}]+ ){1,4}(?:found|available|match(?:es|ing|ed)?|exists?|returned)`,
    String.raw`keine?[rsnm]? (?:\p{L}+ ){1,4}(?:gefunden|vorhanden|verfugbar)`,
    String.raw`(?:aucune?|pas de?) (?:\p{L}+ ){1,4}(?:trouvee?s?|disponibles?)`,
    String.raw`ningun[ao]? (?:\p{L}+ ){1,4}(?:encontrad[oa]s?|disponible|coincide)`,
    String.raw`nenhuma? (?:\p{L}+ ){1,4}(?:encontrad[oa]s?|disponivel)`,
    String.raw`nessun[oa]? (?:\p{L}+ ){1,4}(?:trovat[oaie]|disponibile)`,
    String.raw`geen (?:\p{L}+ ){1,4}(?:gevonden|beschikbaar)`,
    String.raw`(?:inga|inget|ingen) (?:\p{L}+ ){1,4}(?:hittade?s?|funnet|funnen|fundet)`,
    String.raw`zadn\p{L}+ (?:\p{L}+ ){1,4}(?:nenalezen|znalezion|nenajden)\p{L}*`,
  ]
    .map((words) => `(?:^| )(?:${words})(?: |$)`)
    .join('|'),
  'u',
);

/** Finds the cues in a line of a page, with the words that were matched. */
export function findCues(text: string): readonly { readonly kind: CueKind; readonly words: string }[] {
  const line = wordLine(text);
  const hits = MATCHER.count(line);
  const cues = KINDS.flatMap((kind, i) => {
    if (hits[i] === 0) return [];
    return [{ kind, words: MATCHER.find(line, i) ?? '' }];
  });
  const [noneFound] = NONE_FOUND.exec(line) ?? [];
  if (noneFound === undefined || cues.some(({ kind }) => kind === 'no-results')) return cues;
  return [...cues, { kind: 'no-results', words: noneFound }];
}
