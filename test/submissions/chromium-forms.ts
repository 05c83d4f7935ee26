/** Forty forms, each written for one habit of real pages: how they are filled, and in which encoding their page comes. */

export interface SentForm {
  readonly name: string;
  /** The whole page; `legacy` pages are served in that encoding. */
  readonly html: string;
  readonly charset?: string;
  /** Bytes of the page where they are not those of its text in UTF-8. */
  readonly bytes?: Buffer;
  /** Values by control name; nothing ticked or chosen where the list is empty. */
  readonly fill: Readonly<Record<string, readonly string[]>>;
  /** Position among the buttons that send; Enter in the first text box where left out. */
  readonly press?: number;
}

const page = (body: string, head = ''): string =>
  `<!doctype html><html><head><title>t</title>${head}</head><body>${body}</body></html>`;
const form = (inner: string, attributes = 'action="/s"', head = ''): string =>
  page(`<form ${attributes}>${inner}</form>`, head);
const BOX = '<input name="q">';
const GO = '<button>Go</button>';

/** A page in windows-1252 or another single-byte encoding, written as Latin-1. */
const latin = (html: string): Buffer => Buffer.from(html, 'latin1');
const POST = 'action="/s" method="post"';
const MULTIPART = `${POST} enctype="multipart/form-data"`;

/** Sent by the first button, with a text in the box `q`, or as `fill` and `more` say. */
const sent = (
  name: string,
  html: string,
  fill: SentForm['fill'] | string = 'x',
  more: Partial<SentForm> = {},
): SentForm => ({ name, html, fill: typeof fill === 'string' ? { q: [fill] } : fill, press: 0, ...more });

export const FORMS: readonly SentForm[] = [
  sent('one box', form(BOX + GO), 'war and peace'),
  { name: 'Enter without a button', html: form(BOX), fill: { q: ['moby dick'] } },
  {
    name: 'Enter presses the first button',
    html: form(`${BOX}<button name="b" value="1">A</button><button name="b" value="2">B</button>`),
    fill: { q: ['x'] },
  },
  sent(
    'second of two buttons',
    form(`${BOX}<button name="b" value="1">A</button><button name="b" value="2">B</button>`),
    'x',
    { press: 1 },
  ),
  sent('submit input with a name and no value', form(`${BOX}<input type="submit" name="go">`)),
  sent('submit input without a name', form(`${BOX}<input type="submit" value="Find">`)),
  sent('picture button', form(`${BOX}<input type="image" name="pic" src="/p.png" alt="go">`)),
  sent('picture button without a name', form(`${BOX}<input type="image" src="/p.png">`)),
  sent('reserved and other signs', form(BOX + GO), 'a&b=c+d %/?#!~*-._\'"()<>[]{}|\\^`@$,;:'),
  sent('letters of many scripts', form(BOX + GO), 'Überraschung – ਪੰਜਾਬੀ हिन्दी 日本語 🐦'),
  sent('query of the action is dropped on GET', form(BOX + GO, 'action="/s?lang=en&x=1#top"')),
  sent('query of the action is kept on POST', form(BOX + GO, 'action="/s?lang=en&x=1#top" method="post"')),
  sent('no action: the page itself', form(BOX + GO, '')),
  sent('no action, by POST', form(BOX + GO, 'action="" method="POST"')),
  sent('base address', form(BOX + GO, 'action="find"', '<base href="/deep/er/">')),
  sent('unknown method is GET', form(BOX + GO, 'action="/s" method="put"')),
  sent('POST urlencoded', form(`${BOX}<input type="hidden" name="t" value="a b">${GO}`, POST), 'é & ü'),
  sent(
    'POST multipart',
    form(`${BOX}<input type="hidden" name="t" value="1">${GO}`, MULTIPART),
    'é "x"\u2028',
  ),
  sent(
    'multipart with quotes and breaks in a name',
    form(`<input name='a"b&#10;c' value="v"><input name="q">${GO}`, MULTIPART),
  ),
  sent(
    'plain text body',
    form(`${BOX}<input type="hidden" name="t" value="1=2">${GO}`, `${POST} enctype="text/plain"`),
    'a=b',
  ),
  sent(
    'button overrides method, action and type',
    form(
      `${BOX}${GO}<button formaction="/other?x=1" formmethod="post" formenctype="multipart/form-data" name="n" value="v">B</button>`,
    ),
    'x',
    { press: 1 },
  ),
  sent(
    'selects',
    form(
      '<select name="a"><option value="1">one<option selected value="2">two</select><select name="b"><option> Two  words <option>y</select><select name="c"><option disabled selected>pick<option value="z">z</select>' +
        GO,
    ),
    { a: ['1'] },
  ),
  sent(
    'select by default skips what is off',
    form(
      '<select name="a"><option disabled value="0">0<option value="1">1</select><select name="b"><optgroup disabled><option value="0">0</optgroup><option value="1">1</select>' +
        GO,
    ),
    {},
  ),
  sent(
    'select of several',
    form(
      '<select name="a" multiple><option value="1">1<option value="2" selected>2<option value="3">3</select>' +
        GO,
    ),
    { a: ['1', '3'] },
  ),
  sent(
    'long select with nothing chosen',
    form(`<select name="a" size="3"><option value="1">1<option value="2">2</select>${GO}`),
    {},
  ),
  sent(
    'boxes to tick',
    form(
      '<input type="checkbox" name="c" value="a"><input type="checkbox" name="c" value="b" checked><input type="checkbox" name="d">' +
        GO,
    ),
    { c: ['a'], d: ['on'] },
  ),
  sent(
    'radio buttons',
    form(
      '<input type="radio" name="r" value="1" checked><input type="radio" name="r" value="2"><input type="radio" name="s" value="x">' +
        GO,
    ),
    { r: ['2'] },
  ),
  sent(
    'fieldset that is off, but for its legend',
    form(
      '<fieldset disabled><legend><input name="l" value="in"></legend><input name="off" value="1"></fieldset><input name="q">' +
        GO,
    ),
  ),
  sent(
    'read-only, disabled and nameless controls',
    form(
      '<input name="ro" value="1" readonly><input name="dis" value="2" disabled><input value="3"><input name="q">' +
        GO,
    ),
  ),
  sent(
    'controls outside by form attribute',
    page(
      `<input name="before" value="1" form="f"><form id="f" action="/s">${BOX}</form><select name="after" form="f"><option value="2">2</select><button form="f" name="go" value="g">Go</button>`,
    ),
  ),
  sent(
    'mis-nested table',
    page(
      `<table><tr><form action="/s"><td><input name="q"></td></tr><tr><td><input name="z" value="2"><input type="submit" value="Go"></td></form></tr></table>`,
    ),
  ),
  sent('text area with lines', form(`<textarea name="ta">\n one\ntwo</textarea><input name="q">${GO}`, POST)),
  sent(
    'numbers, dates and colours as kept',
    form(
      '<input type="number" name="n" value="abc"><input type="number" name="m" value="1.50"><input type="date" name="d" value="2026-02-30"><input type="date" name="e" value="2026-02-28"><input type="color" name="c"><input type="range" name="r" min="10" max="20"><input type="range" name="s" min="0" max="9" step="2"><input type="email" name="em" value="  a@b.c "><input type="url" name="u" value=" http://x "><input name="q">' +
        GO,
    ),
  ),
  sent(
    'direction of text',
    form(
      `<input name="q" dirname="q.dir"><div dir="rtl"><input name="z" value="a" dirname="z.dir"></div>${GO}`,
    ),
  ),
  sent('_charset_', form(`<input type="hidden" name="_charset_" value="x">${BOX}${GO}`), 'ü'),
  sent('page in windows-1252', form(BOX + GO), 'Straße € 日', {
    bytes: latin(form(`<label>Stra\xdfe</label>${BOX}${GO}`)),
    charset: 'windows-1252',
  }),
  sent(
    'page in ISO-8859-2 by meta, by POST',
    form(`<input type="hidden" name="_charset_">${BOX}${GO}`, POST, '<meta charset="iso-8859-2">'),
    'Łódź ü ñ',
    { charset: '' },
  ),
  sent(
    'page in Shift_JIS',
    form(`<input type="hidden" name="_charset_">${BOX}${GO}`, 'action="/s"', '<meta charset="shift_jis">'),
    '検索 é',
    { charset: '' },
  ),
  sent(
    'accept-charset',
    form(`<input type="hidden" name="_charset_">${BOX}${GO}`, 'action="/s" accept-charset="bogus koi8-r"'),
    'книга ß',
  ),
  sent(
    'multipart in windows-1251',
    form(`${BOX}${GO}`, `${MULTIPART} accept-charset="windows-1251"`),
    'Поиск 日',
  ),
  sent('file control left empty', form(`<input type="file" name="f"><input name="q">${GO}`, MULTIPART)),
  sent(
    'box with suggestions',
    form(`<input name="q" list="l"><datalist id="l"><option value="a"><option value="b"></datalist>${GO}`),
    'b',
  ),
  sent('escapes in lower case, by GET', form(BOX + GO, 'action="/s%c3%bcche/%7eb?x=%e2"'), 'ü'),
  sent(
    'escapes in lower case and broken ones, by POST',
    form(BOX + GO, 'action="/b%c3%bccher?x=%e2%82%ac&amp;y=%zz%4" method="post"'),
    'ü',
  ),
];
