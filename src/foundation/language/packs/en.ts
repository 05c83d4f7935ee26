import type { LanguagePack } from '../language-pack.ts';

export default {
  name: 'English',
  words: {
    'form/advanced': `
      advanced, advanced search, *advsearch*, *advancedsearch*, exact phrase, all words, any words
      all of these, boolean, title only, titles only, search titles, entire site, this site, all departments
      this forum, search options, more options, full text, popular searches
    `,
    'form/browse': `
      browse, explore, discover, view results, show results, see results, get results, results, show all
      view all, compare
    `,
    'form/category': `
      category, categories, *category*, cat, cats, brand, brands, make, model, manufacturer, manuf, genre
      genres, department, section, author, title, isbn, artist, publisher, type, types, property type
      product type, topic, subject, tag, tags
    `,
    'form/dates': `
      date, dates, *date*, check in, checkin, *checkin*, check out date, arrival, arrive, departure, depart
      return, nights, guests, adults, children, rooms, passengers, travelers, from, to, month, year, day
    `,
    'form/filter': `
      filter*, *filter*, refine, narrow, within, search within, facet, refinement, reset filter, clear all
      match
    `,
    'form/find': `
      find, finder, *finder*, locate, locator, *locator*, lookup, look up, look for, looking for
      what are you looking for
    `,
    'form/go': 'go, ok, okay, submit',
    'form/keyword': `
      query, *query*, keyword*, *keyword*, key word, key words, term, terms, *searchterm*, searchword, sword
      phrase, *searchstr*, search string
    `,
    'form/place': `
      city, state, country, zip, *zipcode*, zip code, postal, postcode, post code, location, *location*
      region, regions, where, near, nearby, radius, distance, miles, within miles, destination, airport, area
      district, county, province, neighborhood
    `,
    'form/price': `
      price, prices, *price*, min, max, minimum, maximum, budget, rent, beds, bedrooms, baths, bathrooms, sqft
      mileage, range, rooms
    `,
    'form/search': '*search*, *srch*, *serch*',
    'form/agree': `
      terms, terms of service, terms of use, i agree, agree, *agree*, conditions, privacy policy, privacy
      i accept, accept, consent, over 18, of age, years old
    `,
    'form/confirm': `
      confirm*, *confirm*, repeat, retype, re type, re enter, reenter, verify, again, password 2, pass 2
      email 2, password1, password2
    `,
    'form/login': `
      *login*, log in, *logon*, log on, sign in, *signin*, signon, sign on, *authenticate*, auth, authorize
      session, member login, members area
    `,
    'form/logout': 'logout, log out, sign out, signout, logoff',
    'form/password': 'pass, *passw*, pwd, *passwd*, pword, *passphrase*, pin',
    'form/personal': `
      first name, *firstname*, fname, last name, *lastname*, lname, surname, forename, given name, family name
      full name, *fullname*, your name, real name, phone*, *phone*, mobile, cell, fax, street, address 1
      address 2, address line, *address1*, company, company name, job title, birthday, birth, *birth*
      birthdate, dob, gender, sex, male, female, salutation
    `,
    'form/recovery': `
      *forgot*, lost password, *lostpass*, lost your password, *recover*, reset password, *resetpass*
      reset my password, reset your password, password reset, *passwordreset*, *passreset*, retrieve password
      password reminder, remind, send password, send me, new password, get new password, get password, restore
      reset, *pwreset*, *sendpass*, *getpass*, *remindpass*, can t access, trouble signing in
    `,
    'form/register': `
      register, *register*, registration, *registration*, sign up, *signup*, create account, create an account
      create my account, create your account, new account, join, join now, join us, become a member, enroll
      get started, new customer, new user, open account, start free trial, free trial
    `,
    'form/remember': `
      remember, *rememberme*, remember me, keep me, stay signed in, stay logged, persistent, autologin
    `,
    'form/user': `
      user, *username*, user name, userid, user id, uid, uname, usr, login name, account, account number
      member, member id, nick, nickname, *nickname*, handle
    `,
    'form/captcha': `
      *captcha*, *captch*, security code, verification code, verification image, security image, antispam
      anti spam, spam, are you human, human, image text, code shown, type the characters, characters
      visual verification
    `,
    'form/comment': `
      *comment*, reply, *reply*, leave a reply, leave a comment, guestbook, review, *review*, write a review
      rate, rating, post, post comment, post reply, quick reply, report, tell a friend, send to a friend
      share, testimonial
    `,
    'form/contact': `
      *contact*, feedback, *feedback*, *enquir*, *inquir*, message, *message*, your message, request a quote
      request information, quote, support, help desk, ticket, send message, submit request, appointment
      subject, callback, call back
    `,
    'form/email': '*email*, e mail, *mail*',
    'form/poll': 'poll, *poll*, vote, *vote*, votes, voting, survey, voter',
    'form/share': `
      share, friend, tell a friend, email this, send to friend, recommend, invite, follow, rss, feed, bookmark
      embed, link to, permalink, code, html, bbcode, forward
    `,
    'form/subscribe': `
      *subscri*, *newsletter*, *news letter*, mailing list, *mailinglist*, *mailing*, updates, email updates
      stay informed, stay in touch, stay connected, get updates, keep me informed, enews, e news, ezine
      e newsletter, email alerts, alerts, email list, email signup, *emailsignup*, join our, sign up for
      signup for, special offers, exclusive offers, deals, news
    `,
    'form/upload': 'upload*, *upload*, attachment, attach, file, choose file',
    'form/cart': `
      cart, *cart*, add to cart, *addtocart*, basket, *basket*, bag, add to bag, buy, buy now, buy it now
      *buynow*, purchase, checkout, check out, order, order now, place order, quantity, *quantity*, qty, *qty*
      in stock, add to wishlist, wishlist, product id, *productid*, item id, sku
    `,
    'form/display': `
      per page, *perpage*, *pagesize*, page size, items per page, results per page, show, view, display, limit
      topicdays, days prune, display posts, display topics, previous posts, posts from, last visit, grid
      columns
    `,
    'form/navigation': `
      jump, jump to, *jumpbox*, jumpmenu, goto, go to, go to page, navigate, navigation, nav, menu, archive
      archives, select month, page number, language, languages, lang, currency, locale, select language
      translate, choose a language, country selector, skin, theme, style, template, redirect
    `,
    'form/payment': `
      *payment*, pay, *paypal*, credit card, *creditcard*, card number, cvv, cvc, iban, billing, shipping
      invoice, *donat*, donate, donation, amount, hosted button, bid, place bid, promo code, coupon
    `,
    'form/sort': 'sort, *sortby*, sort by, *sort*, order by, *orderby*, sort order, asc, desc, ascending',
    'field/captcha': `
      *captcha*, *captch*, security code, verification code, verify code, image code, img code, imagecode
      code shown, antispam, anti spam, spam, human, nospam, are you human, characters, recaptcha, seccode
      security check, visual code, turing, verification, vcode, checkcode, confirm code, anti robots
      *humanverify*, image security, *imagesecurity*, cptch
    `,
    'field/honeypot': `
      leave empty, leave blank, leave this, do not fill, don t fill, honeypot, honey, not fill in
      if you are human
    `,
    'field/coupon': `
      coupon, *coupon*, promo, promo code, promotion code, voucher, gift code, gift card, invitation code
      invite code, invite, referral, referrer, ref code, reference code, discount code, promocode, invitation
    `,
    'field/card': `
      credit card, *creditcard*, card number, cardnumber, card no, cvv, cvc, cvv 2, expiration, expiry
      exp month, exp year, iban
    `,
    'field/security-question': 'security question, secret question, secretquestion, question',
    'field/security-answer': 'security answer, secret answer, answer, your answer',
    'field/consent': `
      agree, *agree*, accept, *accept*, tos, terms, terms of service, terms of use, terms and conditions
      conditions, rules, consent, gdpr, privacy, privacy policy, over 18, over 13, years of age, years old
      18 years
    `,
    'field/subscribe': `
      newsletter*, *newsletter*, *subscri*, mailing, mailing list, mailinglist, receive, receive emails
      send me, notify, notification*, notify me, optin, opt in, updates, alerts, offers, marketing, follow up
      email me, keep me informed, promotional, digest, mails, emails, e mails, acceptads, infomails
      adminemail, showemail, by email
    `,
    'field/remember': `
      remember, *remember*, rememberme, *save login*, savelogin, setcookie, keepalive, remember me, keep me
      stay signed, stay logged, persistent, autologin, auto login, cookieuser, save password, keep logged
      visitor invisible, invisible, hide me, anonymous, log me on, logged in
    `,
    'field/sort': `
      sort, *sort*, sort by, order, sd, sk, order by, *orderby*, sort order, sort direction, sort dir
      direction, orderdirection, sortdirection, psort, ascending, descending, asc, arrange, relevance
    `,
    'field/page-size': `
      per page, *perpage*, page size, *pagesize*, items per page, results per page, products per page, limit
      *set limit*, page limit, show per, num results, results count, rpp, ipp, topicdays, topic days, postdays
      daysprune, days prune
    `,
    'field/language': 'language, languages, lang, locale',
    'field/currency': 'currency, currencies',
    'field/style': 'style, skin, theme, styleid, template, color scheme, design, quick style chooser',
    'field/navigation': `
      jump, jump to, jumpbox, jumpmenu, goto, go to, navigate, archive, archives, archive dropdown
      select month, forum jump, quick links, menu
    `,
    'field/page-number': 'page number, page no, page num, pagenum, pagenumber',
    'field/timezone': `
      timezone, time zone, tz, tzoffset, timezoneoffset, gmt, utc offset, dst, daylight, daylight saving*
      summer time
    `,
    'field/gender': 'gender, *gender*, sex, salutation, mr, mrs, name title, male, female',
    'field/birth': 'birth, *birth*, birthday, birthdate, birth date, date of birth, dob, age, bday',
    'field/password-again': `
      confirm password, *confirmpassword*, password confirm*, *passwordconfirm*, repeat password
      retype password, password again, re enter password, password 2, pass 2, passconf, password repeat
      cpassword, verify password
    `,
    'field/password': '*passw*, pass, pwd, passwd, pword, passphrase, pin',
    'field/email': '*email*, e mail, *mail*',
    'field/quantity': 'quantity, *quantity*, qty, *qty*, how many',
    'field/first-name': `
      first name, *firstname*, fname, f name, forename, given name, givenname, first, fst name
    `,
    'field/middle-name': 'middle name, *middlename*, middle initial, mi, mname, second name, patronymic',
    'field/last-name': `
      last name, *lastname*, lname, l name, surname, sname, family name, familyname, last
    `,
    'field/organization': `
      company, *company*, company name, organization, *organization*, organisation, organisation name, org
      business, business name, institution, school, university, employer, firm
    `,
    'field/phone': `
      phone*, *phone*, tel no, telephone, mobile, cell, cellphone, contact number, mobile number
    `,
    'field/fax': 'fax, *fax*, telefax',
    'field/postal-code': 'zip, *zipcode*, zip code, postal, postal code, postalcode, postcode, post code',
    'field/street': `
      street, *street*, address, *address*, addr, adr, address line, address 1, address 2, apt, apartment
      suite, po box
    `,
    'field/city': 'city, *city*, town, suburb',
    'field/state': 'state, province, prov, county, prefecture',
    'field/country': 'country, *country*, countries, nation, nationality',
    'field/origin': `
      leaving from, departing from, flying from, travel from, from city, from airport, *origin*
      departure airport, departure city, departure place, start location, pickup location, pick up location
    `,
    'field/destination': `
      going to, flying to, travel to, arriving at, to city, to airport, *destination*, dest, arrival airport
      arrival city, where to, where are you going
    `,
    'field/place': `
      location, *location*, locations, place, where, near, nearby, region, regions, area, areas, airport
      station, district, neighborhood, neighbourhood, zone, resort, radius, distance, within, miles, latitude
      longitude, lat, lng, map
    `,
    'field/date-start': `
      check in, checkin, *checkin*, arrival, arrive, arrival date, arrivaldate, date from, datefrom, from date
      fromdate, start date, startdate, date start, *startdate*, begin date, since, after, departure date
      depart date, departing, depart, departure, outbound, outward, leaving, leave on, pickup date
      pick up date, in cinemas from, available from, showing from
    `,
    'field/date-end': `
      check out, checkout, *checkout*, date to, dateto, to date, todate, end date, enddate, date end
      *enddate*, until, till, before, return date, returndate, returning, return, returning on, inbound
      homeward, dropoff date, drop off date
    `,
    'field/date': 'date, *date*, dates, when, showtime, screening, performance date, playing on',
    'field/date-part': `
      day, *day*, days, month, *month*, year, *year*, yr, yyyy, mm, dd, time, hour, minute, week, release year
      year of publication, published, decade, era, model year
    `,
    'field/people': `
      guests, guest, adults, adult, children, child, kids, infants, infant, passengers, passenger, travelers
      travellers, persons, persones, people, pax, rooms, room, nights, seats, party size
    `,
    'field/price': 'price, prices, *price*, budget, cost, rent, rate, fare, amount, value',
    'field/measure': `
      number of, bedrooms, bedroom, beds, bathrooms, bathroom, baths, size, sqft, sq ft, m2, area size, floor
      floors, mileage, km, kilometer, kilometres, length, width, height, weight, duration, running time
      runtime, stops, rating, stars, score, speed, power, capacity, memory, storage, screen, inches, square
      pieces, quantity from, min length
    `,
    'field/isbn': `
      catalog number, catalogue number, catalog no, item number, article number, reference, reference number
      ref no, ref, part number, model number, id number, product code, barcode, flight number, lot number, vin
    `,
    'field/person': `
      author, *author*, authors, artist, *artist*, artists, composer, director, directed by, actor, actress
      cast, starring, star, performer, writer, written by, editor, singer, band, conductor, narrator, creator
      by author, contributor
    `,
    'field/publisher': `
      publisher, *publisher*, publishing house, label, record label, studio, imprint, manufacturer, manufact*
      brand, brands, make, makes, maker, airline, airlines, carrier, chain, hotel chain, network, distributor
      manufacturers id
    `,
    'field/subject': 'subject, *subject*, message title',
    'field/title': `
      title, *title*, titles, headline, film, movie, movie title, film title, album, track, song, series
      book title, product name, hotel name, film name, work title, name of
    `,
    'field/category': `
      category, categories, *category*, cat, cats, catid, cat id, subcat, subcategory, genre, genres
      department, departments, dept, section, sections, type, types, *type*, kind, topic, topics, forum
      forums, collection, class, format, binding, media, medium, edition, condition, style of, model, models
      sector, industry, theme, tag, tags, facet, filter, in, search in, searchin, search within, search type
      where to search, scope, search scope, option, options, mode, cabin, cabin class, class of service
      trip type, availability, available, in stock, property type, room type, subtitles, version
    `,
    'field/url': 'url, *website*, web site, website, homepage, home page, site, link, blog, web',
    'field/username': `
      user, *username*, user name, userid, user id, uid, uname, usr, username or email, login, *login*
      login name, loginname, log, log in, logon, account, account name, account number, member id, member name
      nick, nickname, *nickname*, screen name, handle, display name, identifier, membername, card number login
      authid, memberlogin
    `,
    'field/full-name': `
      name, *name*, your name, full name, fullname, real name, realname, contact name, customer name
      author name
    `,
    'field/message': `
      message, *message*, comment*, *comment*, comments, body, text area, enquiry, inquiry, feedback
      description, details, review, reply, quick reply, notes, note, your question
    `,
    'field/about': `
      about me, about you, about yourself, bio, biography, interests, hobbies, signature, occupation
      profession, profile
    `,
    'field/query-word': `
      search, *search*, query, *query*, keyword*, *keyword*, key word, key words, term, searchterm, find
      find what, looking for, what are you looking for, look for, keyword s, words, text to find, free text
      freetext, phrase
    `,
    'control/ordinary-word': `
      acceptance, accompany, accompanying, allocation, allocations, aboriginal, original, originals
      originally, assort, assorted, assortment, authority, authorities, authorization, authorisation
      authorize, authorized, candidate, candidates, capacity, capacities, complexity, consolidate, consort
      consortium, countryside, date of update, disagree, elasticity, electricity, enamel, entitled, ethnicity
      felicity, filename, filenames, gramophone, headphone, headphones, holiday, holidays, hostname, hostnames
      intensity, last update, last updated, mandate, megaphone, microphone, microphones, ornament, ornaments
      ornamental, prototype, prototypes, publicity, rename, relocation, relocations, resort, resorts
      resource type, saxophone, saxophones, simplicity, smartphone, smartphones, stereotype, subtitle
      subtitles, subjective, such as, suchlike, such, today, tournament, tournaments, toxicity, typeface
      typefaces, typewriter, update, updates, updated, validate, validated, velocity, velocities, xylophone
      yesterday
    `,
    'subject/software': `
      api, apis, source code, repository, repositories, commit, commits, commit message, branch, branches, git
      svn, mercurial, changelog, documentation, docs, module, modules, function, functions, method, methods
      parameter, parameters, argument, arguments, compiler, package, packages, install, installed
      installation, installing, release notes, version, versions, bug, bugs, bug report, issue tracker, patch
      patches, open source, linux, debian, unix, windows, server, servers, config, configuration, configure
      command, commands, command line, shell, script, scripts, plugin, plugins, extension, extensions
      variable, variables, syntax, string, strings, array, arrays, integer, boolean, runtime, debug, debugging
      kernel, database, databases, json, xml, html, css, http, url, urls, python, java, javascript, perl, php
      ruby, rust, node js, npm, struct, enum, interface, interfaces, data type, data types, file, files
      directory, directories, user guide, tutorial, reference manual, manual page, man page, man pages
      programming, programmer, software, developer, developers, framework, dependency, dependencies
      deprecated, default value, returns, build, builds, test suite, encoding, unicode, bytes, byte, socket
      thread safe, library functions, hostname, localhost, uptime, bandwidth, unique visitors, page views
      referrer, robots, log file
    `,
    'subject/wiki': `
      wiki, wikis, revision, revisions, old revisions, recent changes, related changes, edit this page
      edit source, view source, talk page, special pages, what links here, permanent link, permalink
      page history, view history, contributions, namespace, namespaces, backlinks, article, articles
      encyclopedia, last modified, last edited, site map, create account, random page, upload file
      page information, cite this page, tagged, tag cloud, bookmarklet, feed, rss, atom feed
    `,
    'subject/talk': `
      forum, forums, thread, threads, topics, replies, posts, moderator, moderators, last post, reply
      posted by, message board, users online, view profile, private message, new topic, unread
      registered users
    `,
    'subject/press': `
      breaking news, headlines, editorial, op ed, politics, politicians, government, election, elections
      weather, reporter, correspondent, newsroom, newspaper, latest news, blog, blogger, posted in, posted on
      leave a reply, leave a comment, read more, older posts, newer posts, recent posts, archives, filed under
      minister, president, police, court
    `,
    'subject/institution': `
      university, universities, college, campus, faculty, students, undergraduate, graduate, admissions
      alumni, scholarship, scholarships, department, departments, ministry, council, citizens, policy
      research, researchers, laboratory, health, clinic, clinical, patients, patient, hospital, physician
      physicians, doctors, treatment, symptoms, association, foundation, nonprofit, volunteer, volunteers
      donate, donations, church, parish, ministry, grants, annual report, press release, press releases
      board of directors, membership, conference, committee, regulations, statistics, insurance, bank, banking
      loans, mortgage, investors, careers, jobs, job, employer, employers, salary, vacancies, resume
    `,
    'subject/cooking': `
      recipe, recipes, ingredients, tablespoon, tablespoons, tbsp, teaspoon, tsp, oven, preheat, servings
      prep time, cook time, calories, dinner, dessert, desserts, chicken, sauce, flour, butter, sugar, garlic
      bake, baking, simmer
    `,
    'answer/no-results': `
      no results, no result, no hits, no matches, no match, no matching, no records, no record found, no items
      no entries, no products found, no products were found, no listings, no books found, no documents
      no data found, no data available, nothing found, nothing matched, nothing was found, nothing matches
      nothing here, not found any, found nothing, no search results, did not match any, didn t match any
      does not match any, did not find any, didn t find any, no flights, no hotels, no properties, no films
      no offers, could not find any, couldn t find any, could not find what, couldn t find what
      unable to find any, were unable to find, there are no results, there were no results
      returned no results, yielded no results, zero results, 0 results, 0 hits, 0 matches, 0 records, 0 items
      0 products, 0 found, no articles, no titles, no availability, not available for your search
      your search did not, your search returned no, sorry we could not find, sorry we couldn t find
      we could not find anything, we couldn t find anything, no longer any results, try fewer words
      try different keywords, try another search, try a different search, broaden your search
    `,
    'answer/invalid': `
      please enter, please fill, please select, please choose, please specify, please provide, please correct
      please check, please complete, is required, are required, required field, field is required
      must be filled, must enter, must select, must specify, must choose, must not be, must be at least
      must be between, must be greater, must be a, must be in the future, cannot be empty, can t be empty
      may not be empty, fill in at least, enter at least, select at least, choose at least, at least one field
      at least one search, at least 3 characters, at least 2 characters, at least three characters, minimum of
      too short, too long, too many results, too few, not a valid, is not valid, invalid, is invalid
      enter a valid, not valid, error in, following error, following errors, errors occurred, out of range
      in the past, no search term, no search terms, empty search, nothing to search, no criteria
      missing parameter, missing field, narrow your search, refine your search, date must be, before departure
      earlier than
    `,
    'answer/login': `
      please log in, please sign in, please login, log in to continue, sign in to continue, login to continue
      you must log in, you must be logged in, you need to log in, you need to be logged in, must sign in
      login required, log in required, sign in required, members only, for members only, registered users only
      subscribers only, log in to view, sign in to view, log in to see, sign in to see, not logged in
      authentication required, authorization required, you are not authorized, please register
    `,
    'answer/blocked': `
      access denied, access to this page has been denied, access is denied, access forbidden, forbidden
      you have been blocked, has been blocked, your ip, request blocked, blocked by, unusual traffic
      automated queries, automated requests, are you a robot, not a robot, are you human, you are human
      are human, verify you are, checking your browser, please verify, security check
      enable javascript and cookies to continue, too many requests, rate limit, rate limited, slow down
      suspicious activity, bot detection, ddos protection, pardon our interruption, request unsuccessful
      complete the captcha, solve the captcha, enter the characters, temporarily blocked, too many searches
      prove you
    `,
    'answer/failure': `
      internal server error, server error, service unavailable, temporarily unavailable, bad gateway
      gateway timeout, gateway time out, a timeout occurred, an error occurred, an error has occurred
      something went wrong, unexpected error, fatal error, uncaught exception, stack trace, sql syntax
      mysql error, database error, odbc, ora 0, cannot connect to database, under maintenance
      down for maintenance, site is down, try again later, technical difficulties
    `,
    'answer/not-found': `
      page not found, 404 not found, file not found, page cannot be found, page could not be found
      page does not exist, page doesn t exist, page you requested, page you are looking for, error 404
      404 error, not found on this server, no longer exists, there is nothing at this address
    `,
    'answer/expired': `
      session has expired, session expired, session timed out, session timeout, session is no longer valid
      token expired, invalid token, csrf, token mismatch, page expired, page has expired, form has expired
    `,
    'list/next': 'next, next page, next results, following, older, older posts, forward, continue, more',
    'list/more': `
      load more, show more, more results, view more, see more, show more results, load more results, more
    `,
    'record/author': 'author, authors, by, writer',
    'record/artist': 'artist, artists, performer, band',
    'record/director': 'director, directed by',
    'record/publisher': 'publisher, published by, press',
    'record/label': 'label, record label',
    'record/brand': 'brand, make, manufacturer',
    'record/category': 'category, genre, type, department, section, subject, format, kind, style',
    'record/place': `
      place, city, town, location, address, area, district, neighbourhood, neighborhood, where
    `,
    'record/origin': 'from, origin, departure, departs from, departure airport',
    'record/destination': 'to, destination, arrival, arrives at, arrival airport',
    'record/price': 'price, cost, rent, fare, rate',
    'record/date': 'date, day, published, release date, departure date, released, posted',
    'record/year': 'year, publication year, year of publication',
    'record/rooms': 'rooms, bedrooms, beds, bedroom',
    'record/area': 'area, size, floor area, living area, surface, sqft, square feet',
    'record/identifier': `
      sku, article number, item number, part number, product code, catalogue number, catalog number
      call number, flight, flight number
    `,
    'record/rating': 'rating, stars, score, reviews',
    'record/stops': 'stops, stopovers',
    'record/duration': 'duration, running time, runtime, length',
    'record/people': 'guests, persons, sleeps, adults',
    'fact/yields':
      'yield, yields, serves, servings, serving, portions, makes, number of servings, recipe yield, portion',
    'fact/cuisine': 'cuisine, cuisines',
    'fact/total time': 'total time, total, time required, time needed, ready in, total cooking time, time',
    'fact/prep time': 'prep time, preparation time, prep, preparation, active time, hands on time',
    'fact/cook time': 'cook time, cooking time, cook, bake time, baking time',
    'fact/author': 'recipe by, written by',
    'fact/format': 'format, formats, binding, file format, file type, media type, medium',
    'fact/category':
      'categorized as, categorised as, filed under, posted in, filed in, categories, course, courses, meal type, dish type',
    'fact/language': 'language, languages, lang, text language',
    'fact/pages': 'pages, page count, number of pages',
    'fact/version': 'version, latest version, release',
    'fact/licence': 'license, licence, licenses',
    'fact/keywords': 'keywords, tags, tag, tagged, tagged as',
    'fact/series': 'series, collection',
    'fact/size': 'size, file size',
    'list/found': `
      result, results, hits, matches, match, matching, found, records, record, items, item, entries, entry
      listings, listing, products, titles, documents, articles, offers, available, total
    `,
    'text/stop-word': `
      a, about, above, after, again, against, all, am, an, and, any, are, as, at, be, because, been, before
      being, below, between, both, but, by, can, cannot, could, did, do, does, doing, down, during, each, few
      for, from, further, had, has, have, having, he, her, here, hers, herself, him, himself, his, how, i, if
      in, into, is, it, its, itself, just, me, more, most, my, myself, no, nor, not, now, of, off, on, once
      only, or, other, our, ours, ourselves, out, over, own, same, she, should, so, some, such, than, that
      the, their, theirs, them, themselves, then, there, these, they, this, those, through, to, too, under
      until, up, very, was, we, were, what, when, where, which, while, who, whom, why, will, with, would, you
      your, yours, yourself, yourselves
    `,
    'text/negation': 'not, no, never, none, nor, neither, without, cannot, nobody, nothing, nowhere',
    'answer/none-found': [
      String.raw`no (?!longer |one |more )(?:[\p{L}\p{N}]+ ){1,4}(?:found|available|match(?:es|ing|ed)?|exists?|returned)`,
    ],
    'list/of': ['of', 'out of', 'total'],
    'list/to': ['to', 'through'],
    'list/about': ['about', 'approximately', 'approx', 'around', 'over', 'more than', 'at least', 'nearly'],
    'option/any': [
      'all?',
      'any',
      'anything',
      'anywhere',
      'everything',
      'everywhere',
      'every',
      'whole',
      'entire',
      'no preference',
      'no min',
      'no max',
      'unlimited',
      'doesn t matter',
      'select',
      'choose',
      'please',
      'pick',
    ],
    'option/every': ['all', 'any', 'every'],
    'option/always': ['any ?time', 'always', 'ever'],
    'button/empty': [String.raw`\b(?:reset|clear|cancel|delete|remove|erase|empty)\b`],
    'button/help': [String.raw`\b(?:help|settings?|preferences?|toggle|menu|close|expand|collapse|syntax)\b`],
    'button/act': ['delete', 'remove', 'erase', 'cancel', 'print', 'download', 'cookies?'],
    'button/commit': [
      'delete',
      'remove',
      'unsubscribe',
      'subscribe',
      'pay',
      'checkout',
      'buy',
      'purchase',
      'order now',
      'add to (?:cart|basket|bag)',
      'log ?in',
      'sign ?in',
      'register',
      'sign ?up',
    ],
    'button/search': ['search', 'find', String.raw`go\b`],
    'link/act': [
      '(?:log|sign) ?(?:out|off)',
      'unsubscribe',
      'delete',
      'remove',
      '(?:un|dis)?like',
      '(?:un)?follow',
      'add to (?:(?:my|your) )?(?:cart|basket|bag|wish ?list|favou?rites)',
    ],
    'banner/subject': ['cookie', 'consent', 'gdpr', 'privacy'],
    'banner/refuse': [
      'no,? thanks?',
      'reject',
      'decline',
      'refuse',
      'deny',
      'disagree',
      'opt out',
      '(?:only|use|accept only|allow only) (?:strictly )?(?:the )?(?:necessary|essential|required|needed)',
      'necessary (?:cookies )?only',
      'essential (?:cookies )?only',
      'continue without accepting',
    ],
    'banner/refused': ['all', 'everything', 'cookies?', 'optional cookies?', 'non-?essential cookies?'],
    'banner/close': ['close', 'dismiss', 'hide'],
    'banner/accept': ['accept', 'agree', 'allow all'],
    'control/again': [
      '[a-z]*confirm[a-z]*',
      'again',
      'repeat',
      'retype',
      're enter',
      'reenter',
      'verify',
      'verification',
    ],
    'control/search': ['search', String.raw`\bfind\b`, 'finder', 'query'],
    'control/travel': [
      'check[ _-]?(?:in|out)',
      'arriv',
      'depart',
      'return',
      'outbound',
      'inbound',
      'pick[ _-]?up',
      'drop[ _-]?off',
      'stay',
      'night',
    ],
    'control/low': [
      'min',
      'minimum',
      'from',
      'low',
      'lower',
      'least',
      'start',
      'begin',
      'gte?',
      'since',
      'after',
    ],
    'control/high': ['max', 'maximum', 'to', 'high', 'upper', 'most', 'end', 'lte?', 'until', 'before'],
  },
} satisfies LanguagePack;
