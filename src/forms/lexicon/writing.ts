import { terms } from './terms.ts';

export const email = terms(`
*email*, e mail, *mail*, correo, correio, courriel, adresse electronique, e post, epost, sahkoposti, *sahkoposti*, почта, почты, почту, имейл, eposta, e posta, posta
ηλεκτρονικη διευθυνση, ηλεκτρονικο, *البريد*, ايميل, דואר, אימייל, מייל, *邮箱*, *邮件*, *郵箱*, *メール*, *이메일*, thu dien tu
`);

export const subscribe = terms(`
*subscri*, *newsletter*, *news letter*, mailing list, *mailinglist*, *mailing*, updates, email updates, stay informed, stay in touch, stay connected, get updates
keep me informed, enews, e news, ezine, e newsletter, email alerts, alerts, email list, email signup, *emailsignup*, join our, sign up for, signup for
special offers, exclusive offers, deals, news, *mailchimp*, *mc embed*, mce, *list manage*, *createsend*, *feedburner*, *aweber*, *icontact*, *constantcontact*, *mailpoet*
*rundbrief*, abonnieren, *abonnement*, s abonner, abonnez, lettre d information, *infolettre*, restez informe, *suscri*, *boletin*, novedades, *assin*, novidades, receba
*iscriviti*, iscrizione, bollettino, *nieuwsbrief*, *nyhetsbrev*, *nyhedsbrev*, prenumerera, *tilmeld*, pamelding, *uutiskirj*, tilaa, *newsletteru*, *biuletyn*, *zapisz sie*
subskryb*, *odber*, novinky, *odebirat*, *hirlevel*, *feliratkoz*, *abonare*, *aboneaza*, abonati, *подпис*, *рассылк*, *розсилк*, *підпис*, *bulten*, abone
*ενημερωτικ*, εγγραφειτε στο, *النشرة*, *اشترك*, *ניוזלטר*, *订阅*, *訂閱*, *電子報*, *メルマガ*, *購読*, *구독*, *뉴스레터*, nhan tin, *berlangganan*, *naujienlaiskis*
`);

export const contact = terms(`
*contact*, feedback, *feedback*, *enquir*, *inquir*, message, *message*, your message, request a quote, request information, quote, support, help desk, ticket, send message
submit request, appointment, subject, kontakt*, *kontakt*, anfrage, nachricht, mitteilung, betreff, contactez, nous contacter, votre message, demande, sujet, devis, envoyer
mensaje, *consulta*, asunto, contactenos, enviar, mensagem, *contato*, assunto, fale conosco, *contatt*, messaggio, oggetto, invia, richiesta, richiedi
bericht, onderwerp, verstuur, verzenden, meddelande, *kontakta*, skicka, melding, send inn, besked, *palaute*, viesti, *yhteydenotto*, laheta
wiadomosc, temat, wyslij, zprava, odeslat, dotaz, uzenet, *kapcsolat*, kuldes, *ajanlatker*, mesaj, mesajul, trimite, сообщен*, *обратн*, связ*, вопрос*, тема, отправить
звонок, заявк*, *повідомл*, надіслати, iletisim, mesajiniz, konu, gonder, *επικοινων*, μηνυμα, θεμα, αποστολη, *رسالة*, اتصل, ارسال, צור קשר, הודעה, שלח
*留言*, *联系*, *聯絡*, *咨询*, *提交*, *お問い合わせ*, *お問合せ*, *送信*, *문의*, lien he, gui, hubungi, pesan, kirim, callback, call back
`);

export const comment = terms(`
*comment*, reply, *reply*, leave a reply, leave a comment, guestbook, review, *review*, write a review, rate, rating, post, post comment, post reply, quick reply, report
tell a friend, send to a friend, share, testimonial, kommentar*, *kommentar*, gastebuch, bewertung, antwort*, commentaire*, *commentaire*, avis, repondre, livre d or
*comentar*, opinion, responder, resena, valoracion, *avaliacao*, commento, *commenta*, recensione, reactie, *reageer*, opmerking, gastenboek, beoordeling, gastbok
kommentoi, vastaa, arvostelu, *komentarz*, *opini*, dodaj komentarz, odpowiedz, *komentar*, *hodnoceni*, hozzaszolas, velemeny, comentariu, *коммент*, *отзыв*, ответ, ответить
*комент*, відгук, yorum*, *yorum*, cevap, *σχολι*, απαντηση, *تعليق*, رد, *תגובה*, *评论*, *評論*, *回复*, *コメント*, *レビュー*, *댓글*, *리뷰*, binh luan, tra loi, ulasan, balas
`);

export const captcha = terms(`
*captcha*, *captch*, security code, verification code, verification image, security image, antispam, anti spam, spam, are you human, human, image text, code shown, type the characters
characters, visual verification, sicherheitscode, sicherheitsfrage, code de securite, anti robot, codigo de seguridad, codigo de verificacion, imagem, codice di sicurezza
antibot, kod z obrazka, przepisz, opiste, kontrolni kod, ellenorzo, cod de securitate, код с картинки, *защит*, проверочный, guvenlik kodu, dogrulama, *验证码*, *驗證碼*, *認証*, *자동등록*
`);

export const poll = terms(`
poll, *poll*, vote, *vote*, votes, voting, survey, *umfrage*, abstimm*, *sondage*, voter, *encuesta*, votar, enquete, *sondaggi*, vota, peiling, stemmen, rosta, omrostning
avstemning, afstemning, *aanesty*, *glosuj*, *ankiet*, sonda, hlasovat, *anketa*, *szavaz*, *sondaj*, голосова*, *голосов*, *опрос*, anket, oyla, ψηφοφορια, *投票*, *투표*
`);

export const upload = terms(`
upload*, *upload*, attachment, attach, file, choose file, hochladen, datei, anhang, fichier, piece jointe, televerser, archivo, adjuntar, subir, arquivo, anexo, allegato, bestand, plik, soubor
fajl, fisier, файл, загрузить, dosya, yukle, 上传, ファイル, 파일
`);

export const share = terms(`
share, friend, tell a friend, email this, send to friend, recommend, invite, follow, rss, feed, bookmark, embed, link to, permalink, code, html, bbcode, forward
`);
