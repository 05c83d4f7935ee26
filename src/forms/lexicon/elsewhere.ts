import { terms } from './terms.ts';

/**
 * What pages speak of that are about none of the domains: the commonest subjects of sites with a search box that sell,
 * lend and show nothing. A page of these may say “book”, “library”, “ticket” or “record” as often as a shop does.
 */
export const ELSEWHERE = {
  software: terms(`
api, apis, source code, repository, repositories, commit, commits, commit message, branch, branches, git, svn, mercurial, changelog, documentation, docs, module, modules, function, functions, method, methods, parameter, parameters, argument, arguments
compiler, package, packages, install, installed, installation, installing, release notes, version, versions, bug, bugs, bug report, issue tracker, patch, patches, open source, linux, debian, unix, windows, server, servers, config, configuration, configure
command, commands, command line, shell, script, scripts, plugin, plugins, extension, extensions, variable, variables, syntax, string, strings, array, arrays, integer, boolean, runtime, debug, debugging, kernel, database, databases, json, xml, html, css, http, url, urls
python, java, javascript, perl, php, ruby, rust, node js, npm, struct, enum, interface, interfaces, data type, data types, file, files, directory, directories, user guide, tutorial, reference manual, manual page, man page, man pages, programming, programmer, software, developer, developers
framework, dependency, dependencies, deprecated, default value, returns, build, builds, test suite, encoding, unicode, bytes, byte, socket, thread safe, library functions, hostname, localhost, uptime, bandwidth, unique visitors, page views, referrer, robots, log file
quelltext, quellcode, befehl, befehle, befehlszeile, handbuch, datei, dateien, verzeichnis, programmierung, fehlerbericht, logiciel, logiciels, code source, fonction, fonctions, fichier, fichiers, paquet, paquets, ligne de commande, developpeurs
codigo fuente, funcion, funciones, modulo, modulos, archivo, archivos, programacion, desarrolladores, paquete, paquetes, codice sorgente, funzione, funzioni, file di configurazione, programmazione, broncode, bestanden, programmeren, kod zrodlowy, pliki, programowanie
исходный код, функция, функции, модуль, модули, пакет, пакеты, файл, файлы, программирование, разработчик, установка, версия, 源代码, 代码, 软件, 安装, 函数, 文档, 版本, 編程, ソースコード, インストール, 関数, バージョン, 설치, 함수, 소프트웨어
`),
  wiki: terms(`
wiki, wikis, revision, revisions, old revisions, recent changes, related changes, edit this page, edit source, view source, talk page, special pages, what links here, permanent link, permalink, page history, view history, contributions, namespace, namespaces, backlinks
article, articles, encyclopedia, last modified, last edited, site map, create account, random page, upload file, page information, cite this page, tagged, tag cloud, bookmarklet, feed, rss, atom feed
versionsgeschichte, letzte anderungen, quelltext anzeigen, bearbeiten, spezialseiten, artikel, modifications recentes, voir l historique, pages liees, modifier, cambios recientes, ver historial, editar, paginas especiales, ultime modifiche, cronologia, puntate qui
recente wijzigingen, geschiedenis, senaste andringar, ostatnie zmiany, historia i autorzy, свежие правки, история, служебные страницы, статья, статьи, 最近更改, 编辑, 条目, 最近の更新, 編集, 최근 바뀜
`),
  talk: terms(`
forum, forums, thread, threads, topics, replies, posts, moderator, moderators, last post, reply, posted by, message board, users online, view profile, private message, new topic, unread, registered users
beitrage, themen, antworten, mitglieder, letzter beitrag, sujets, reponses, messages, membres, dernier message, temas, respuestas, mensajes, miembros, ultimo mensaje, discussioni, risposte, messaggi, utenti, onderwerpen, reacties, berichten
tematy, odpowiedzi, posty, prispevky, odpovedi, форум, форумы, темы, сообщений, ответы, ответов, пользователи, конференция, 论坛, 帖子, 回复, 掲示板, スレッド, 게시판
`),
  press: terms(`
breaking news, headlines, editorial, op ed, politics, politicians, government, election, elections, weather, reporter, correspondent, newsroom, newspaper, latest news, blog, blogger, posted in, posted on, leave a reply, leave a comment, read more, older posts, newer posts, recent posts, archives, filed under, minister, president, police, court
nachrichten, politik, wetter, zeitung, kommentar, kommentare, weiterlesen, actualites, politique, meteo, journal, lire la suite, commentaires, noticias, deportes, politica, economia, opinion, leer mas, comentarios, notizie, cronaca, leggi tutto, commenti
nieuws, politiek, lees meer, nyheter, las mer, wiadomosci, polityka, czytaj dalej, zpravy, новости, политика, общество, погода, читать далее, комментарии, 新闻, 政治, ニュース, 뉴스
`),
  institution: terms(`
university, universities, college, campus, faculty, students, undergraduate, graduate, admissions, alumni, scholarship, scholarships, department, departments, ministry, council, citizens, policy, research, researchers, laboratory, health, clinic, clinical, patients, patient, hospital, physician, physicians, doctors, treatment, symptoms
association, foundation, nonprofit, volunteer, volunteers, donate, donations, church, parish, ministry, grants, annual report, press release, press releases, board of directors, membership, conference, committee, regulations, statistics, insurance, bank, banking, loans, mortgage, investors, careers, jobs, job, employer, employers, salary, vacancies, resume
universitat, hochschule, studium, forschung, verein, stiftung, gesundheit, patienten, krankenhaus, universite, recherche, sante, emploi, emplois, universidad, investigacion, salud, empleo, trabajo, universita, ricerca scientifica, salute, lavoro, universiteit, onderzoek, gezondheid, vacatures
uniwersytet, zdrowie, praca, университет, исследования, здоровье, работа, вакансии, 大学, 研究, 健康, 求人, 병원
`),
  cooking: terms(`
recipe, recipes, ingredients, tablespoon, tablespoons, tbsp, teaspoon, tsp, oven, preheat, servings, prep time, cook time, calories, dinner, dessert, desserts, chicken, sauce, flour, butter, sugar, garlic, bake, baking, simmer
rezept, rezepte, zutaten, kochen, backen, teig, recette, recettes, cuisine, receta, recetas, ingredientes, cocina, ricetta, ricette, ingredienti, cucina, recept, recepten, ingredienten, oppskrift, oppskrifter, ingredienser, przepis, przepisy, skladniki, recepty, hozzavalok, рецепт, рецепты, ингредиенты, 食谱, レシピ, 材料, 레시피
`),
} as const;
