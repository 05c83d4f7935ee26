import { terms } from './terms.ts';

export const login = terms(`
*login*, log in, *logon*, log on, sign in, *signin*, signon, sign on, *authenticate*, auth, authorize, session, member login, members area
anmelden, anmeldung, einloggen, *connexion*, se connecter, connectez, identifiez, iniciar sesion, inicie sesion, acceder, acceso, entrar, ingresar, acesso
acessar, accedi, accesso, entra, inloggen, aanmelden, *logga in*, logg inn, log ind, kirjaudu, zaloguj, logowanie, *prihlas*, *bejelentkez*, *belepes*
autentificare, conectare, logare, вход, войти, вхід, увійти, *авториз*, giris, *oturum*, συνδεση, εισοδος, *تسجيل الدخول*, دخول, ورود, *התחבר*, כניסה
*登录*, *登入*, *登陆*, *ログイン*, *로그인*, dang nhap, masuk, *เข้าสู่ระบบ*, prijava, prijavi, pieslegties, prisijung*, logi sisse
`);

export const user = terms(`
user, *username*, user name, userid, user id, uid, uname, usr, login name, account, account number, member, member id, nick, nickname, *nickname*, handle
benutzer*, nutzername, mitglied*, utilisateur, identifiant, pseudo, usuario, utente, nome utente, utilizador, gebruiker*, anvandar*, brukernavn, brugernavn
kayttaja*, uzytkownik*, nazwa uzytkownika, uzivatel*, *felhasznalo*, utilizator, nume utilizator, пользовател*, логин, ник, користувач*, kullanici*
uye, χρηστης, ονομα χρηστη, اسم المستخدم, شם משתמש, *用户*, *帐号*, *账号*, *帳號*, *会員*, *ユーザー*, *아이디*, ten dang nhap, nama pengguna, korisni*
`);

export const password = terms(`
pass, *passw*, pwd, *passwd*, pword, *passphrase*, pin, kennwort, mot de passe, mdp, motdepasse, contrasena, clave, senha, wachtwoord, losenord, passord
adgangskode, kodeord, salasana, haslo, hasla, heslo, hesla, jelszo, parola, sifre, пароль, пароля, κωδικος, كلمة المرور, كلمة السر, סיסמה, *密码*, *密碼*
*パスワード*, *비밀번호*, mat khau, kata sandi, lozinka, geslo, parole, slaptazod*, salasona
`);

export const register = terms(`
register, *register*, registration, *registration*, sign up, *signup*, create account, create an account, create my account, create your account, new account
join, join now, join us, become a member, enroll, get started, new customer, new user, open account, start free trial, free trial
registrier*, konto erstellen, anlegen, mitglied werden, *inscription*, inscrire, inscrivez, creer un compte, creer mon compte, *registro*, registrar*, registrate
crear cuenta, darse de alta, *cadastr*, criar conta, registar, registrati, registrazione, crea account, registreren, account aanmaken, inschrijven
registrera, skapa konto, bli medlem, registrer, opret, opprett, rekister*, luo tili, zarejestruj, *rejestr*, zaloz konto, *registrac*, registrovat, vytvorit ucet
*regisztra*, *inregistr*, creeaza cont, *регистр*, создать аккаунт, *реєстр*, kayit ol, uye ol, uyelik, kaydol, εγγραφη, δημιουργια λογαριασμου
تسجيل, انشاء حساب, הרשמה, הירשם, *注册*, *註冊*, *新規登録*, *会員登録*, *회원가입*, dang ky, daftar, registracija, regist, registreeri
`);

export const recovery = terms(`
*forgot*, lost password, *lostpass*, lost your password, *recover*, reset password, *resetpass*, reset my password, reset your password, password reset
*passwordreset*, *passreset*, retrieve password, password reminder, remind, send password, send me, new password, get new password, get password, restore, reset
*pwreset*, *sendpass*, *getpass*, *remindpass*, can t access, trouble signing in
vergessen, zurucksetzen, passwort anfordern, neues passwort, oublie, *oublie*, reinitialiser, nouveau mot de passe, *olvid*, *recuperar*, restablecer, *esquec*
redefinir, dimenticat*, *recupera*, smarrit*, *vergeten*, glomt, nytt losenord, aterstall, glemt, nulstil, *unohtunut*, unohditko, przypomn*, *odzysk*
zapomni*, *zapomen*, obnov*, *elfelejt*, *uitat*, resetare, *забыл*, *восстанов*, *напомн*, *відновл*, забули, *unuttum*, sifremi, ξεχασ*, υπενθυμιση, επαναφορα
*نسيت*, استعادة, *שכחת*, שחזור, איפוס, *忘记*, *忘記*, *找回*, *重置*, *忘れ*, *再発行*, *再設定*, *비밀번호 찾기*, *재설정*, quen mat khau, lupa, zaboravljen*
`);

export const remember = terms(`
remember, *rememberme*, remember me, keep me, stay signed in, stay logged, persistent, autologin, angemeldet bleiben, merken, dauerhaft, se souvenir, rester connecte
recordar*, recuerdame, no cerrar, lembrar, manter, ricordami, resta collegato, onthoud*, ingelogd blijven, kom ihag, husk meg, husk mig, muista, zapamietaj
zapamatovat, pamatovat, megjegyez, emlekezz, tine minte, *запомн*, запамятати, beni hatirla, unutma, να με θυμασαι, تذكرني, זכור אותי, *记住*, *记住我*, *자동*, *保存*, ghi nho
`);

export const confirm = terms(`
confirm*, *confirm*, repeat, retype, re type, re enter, reenter, verify, again, password 2, pass 2, email 2, password1, password2, wiederhol*, bestatig*, repet*, repit*
conferma*, ripeti, herhaal, bekrafta, upprepa, gjenta, gentag, vahvista, powtorz, potvrd*, potvrz*, znovu, megerosit*, ujra, *подтвер*, *повтор*, ще раз
tekrar, επιβεβαιωση, تأكيد, אימות, *确认*, *確認*, *再入力*, *확인*, xac nhan, ulangi, konfirmasi
`);

export const personal = terms(`
first name, *firstname*, fname, last name, *lastname*, lname, surname, forename, given name, family name, full name, *fullname*, your name, real name
vorname, nachname, prenom, nom de famille, apellido*, nombre y apellidos, cognome, sobrenome, nome completo, voornaam, achternaam, fornamn, efternamn, fornavn
etternavn, etunimi, sukunimi, imie, nazwisko, jmeno, prijmeni, *keresztnev*, *vezeteknev*, prenume, nume, имя, фамилия, отчество, імя, прізвище, ad soyad, soyad
ονομα, επωνυμο, 姓名, 氏名, お名前, 이름, ho ten, nama, phone*, *phone*, tel, *telefon*, telephone, telefono, mobile, cell, fax, gsm, телефон*
street, address 1, address 2, address line, *address1*, strasse, direccion, endereco, indirizzo, company, company name, job title, firma, empresa, entreprise, azienda
birthday, birth, *birth*, birthdate, dob, gender, sex, male, female, salutation, anrede, geburt*, naissance, nacimiento, nascimento, nascita, civilite
geschlecht, sexe, sexo, sesso, syntymaaika, kon, пол, рожден*, dogum, cinsiyet, 性别, 生日, 性別, 生年月日, 성별
`);

export const agree = terms(`
terms, terms of service, terms of use, i agree, agree, *agree*, conditions, privacy policy, privacy, i accept, accept, consent, agb, datenschutz*, akzeptier*, cgu
conditions generales, j accepte, terminos, condiciones, politica de privacidad, acepto, termos, concordo, aceito, termini, accetto, consenso, voorwaarden, akkoord
villkor, godkann*, vilkar, ehdot, hyvaksyn, regulamin*, akceptuj*, zgod*, podmin*, souhlas*, *feltetel*, elfogad*, termeni, sunt de acord, правила, *соглас*, *соглаш*
kosullar, kabul, sozlesme*, οροι, οροους, الشروط, תקנון, *同意*, *条款*, *条款*, *利用規約*, *약관*, dieu khoan, setuju, over 18, of age, years old
`);

export const logout = terms(`
logout, log out, sign out, signout, logoff, abmelden, deconnexion, cerrar sesion, sair, esci, uitloggen, logga ut, wyloguj, odhlasit, kijelentkezes, выход, выйти, cikis
`);
