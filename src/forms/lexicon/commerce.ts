import { terms } from './terms.ts';

export const cart = terms(`
cart, *cart*, add to cart, *addtocart*, basket, *basket*, bag, add to bag, buy, buy now, buy it now, *buynow*, purchase, checkout, check out, order, order now, place order, quantity, *quantity*, qty, *qty*
in stock, add to wishlist, wishlist, product id, *productid*, item id, sku, *warenkorb*, kaufen, bestell*, *bestell*, menge, anzahl, stuck, merkzettel, *panier*, acheter, commander, quantite
*carrito*, comprar, cesta, anadir, agregar, cantidad, pedido, *carrinho*, sacola, adicionar, quantidade, *carrello*, acquista, aggiungi, quantita, ordina, *winkelwagen*, *winkelmand*
bestel*, aantal, *varukorg*, *kundvagn*, kop, antal, *handlekurv*, *handlevogn*, kjop, kurv, *ostoskori*, osta, maara, *koszyk*, kup teraz, kupuje, ilosc, zamow*, *kosik*, koupit, objednat, mnozstvi
*kosar*, vasarl*, megrendel*, mennyiseg, db, in cos, adauga in cos, cumpara, comanda, cantitate, *корзин*, купить, *заказ*, количество, кол во, *кошик*, купити, замовити, *sepet*, satin al, adet
*καλαθι*, αγορα, ποσοτητα, *سلة*, شراء, *עגלה*, לסל, *购物车*, *購物車*, *购买*, *カート*, *購入*, *数量*, *數量*, *장바구니*, *구매*, *gio hang*, mua, so luong, *keranjang*, beli
`);

export const payment = terms(`
*payment*, pay, *paypal*, credit card, *creditcard*, card number, cvv, cvc, iban, billing, shipping, invoice, *donat*, donate, donation, amount, hosted button, bid, place bid, zahlung, kreditkarte
lieferung, *spende*, spenden, paiement, carte bancaire, livraison, faire un don, pago, tarjeta, envio, donar, donativo, pagamento, cartao, entrega, doar, carta di credito, spedizione, donazione
betaling, betalen, verzending, doneer, betalning, frakt, maksu, platnosc, platba, doprava, fizetes, szallitas, plata, livrare, оплат*, доставк*, odeme, kargo, 支付, 付款, 支払, お支払, 결제, promo code, coupon, gutschein
`);

export const sort = terms(`
sort, *sortby*, sort by, *sort*, order by, *orderby*, sort order, sortieren, sortierung, trier, tri, trier par, classer, ordenar, orden, ordenar por, ordinamento, ordina per, sorteer, sorteren, sortera, sorter
jarjesta, sortuj, seradit, razeni, rendezes, ordoneaza, sorteaza, *сортир*, *сортув*, sirala, siralama, ταξινομηση, ترتيب, מיין, 排序, *並び替え*, *並べ替え*, *정렬*, sap xep, urutkan, asc, desc, ascending
`);

export const display = terms(`
per page, *perpage*, *pagesize*, page size, items per page, results per page, show, view, display, limit, topicdays, days prune, display posts, display topics, previous posts, posts from, last visit, grid, columns
anzeigen, pro seite, ansicht, zeige, par page, afficher, affichage, por pagina, mostrar, ver, exibir, per pagina, mostra, visualizza, toon, weergave, visa, per sida, vis, per side, nayta, na strone, pokaz
na stranku, zobrazit, oldalankent, mutat, pe pagina, afiseaza, *показ*, на странице, выводить, на сторінці, goster, sayfada, ανα σελιδα, προβολη, 每页, 显示, 表示, 件, 보기, hien thi, tampilkan
`);

export const navigation = terms(`
jump, jump to, *jumpbox*, jumpmenu, goto, go to, go to page, navigate, navigation, nav, menu, archive, archives, select month, page number, language, languages, lang, currency, locale, select language, translate
choose a language, country selector, skin, theme, style, template, redirect, gehe zu, sprache, wahrung, archiv, aller a, langue, devise, idioma, moneda, ir a, ir para, lingua, valuta, vai a, taal, ga naar, sprak, valuta
kieli, siirry, jezyk, waluta, przejdz, jazyk, mena, prejit, nyelv, penznem, ugras, limba, *перейти*, язык, валюта, мова, dil, para birimi, git, γλωσσα, νομισμα, اللغة, שפה, 语言, 語言, 言語, 通貨, 언어, ngon ngu, bahasa
`);
