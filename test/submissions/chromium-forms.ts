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

export const FORMS: readonly SentForm[] = [
  { name: 'one box', html: form(BOX + GO), fill: { q: ['war and peace'] }, press: 0 },
  { name: 'Enter without a button', html: form(BOX), fill: { q: ['moby dick'] } },
  {
    name: 'Enter presses the first button',
    html: form(`${BOX}<button name="b" value="1">A</button><button name="b" value="2">B</button>`),
    fill: { q: ['x'] },
  },
  {
    name: 'second of two buttons',
    html: form(`${BOX}<button name="b" value="1">A</button><button name="b" value="2">B</button>`),
    fill: { q: ['x'] },
    press: 1,
  },
  {
    name: 'submit input with a name and no value',
    html: form(`${BOX}<input type="submit" name="go">`),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'submit input without a name',
    html: form(`${BOX}<input type="submit" value="Find">`),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'picture button',
    html: form(`${BOX}<input type="image" name="pic" src="/p.png" alt="go">`),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'picture button without a name',
    html: form(`${BOX}<input type="image" src="/p.png">`),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'reserved and other signs',
    html: form(BOX + GO),
    fill: { q: ['a&b=c+d %/?#!~*-._\'"()<>[]{}|\\^`@$,;:'] },
    press: 0,
  },
  {
    name: 'letters of many scripts',
    html: form(BOX + GO),
    fill: { q: ['Überraschung – ਪੰਜਾਬੀ हिन्दी 日本語 🐦'] },
    press: 0,
  },
  {
    name: 'query of the action is dropped on GET',
    html: form(BOX + GO, 'action="/s?lang=en&x=1#top"'),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'query of the action is kept on POST',
    html: form(BOX + GO, 'action="/s?lang=en&x=1#top" method="post"'),
    fill: { q: ['x'] },
    press: 0,
  },
  { name: 'no action: the page itself', html: form(BOX + GO, ''), fill: { q: ['x'] }, press: 0 },
  {
    name: 'no action, by POST',
    html: form(BOX + GO, 'action="" method="POST"'),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'base address',
    html: form(BOX + GO, 'action="find"', '<base href="/deep/er/">'),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'unknown method is GET',
    html: form(BOX + GO, 'action="/s" method="put"'),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'POST urlencoded',
    html: form(`${BOX}<input type="hidden" name="t" value="a b">${GO}`, POST),
    fill: { q: ['é & ü'] },
    press: 0,
  },
  {
    name: 'POST multipart',
    html: form(`${BOX}<input type="hidden" name="t" value="1">${GO}`, MULTIPART),
    fill: { q: ['é "x"\u2028'] },
    press: 0,
  },
  {
    name: 'multipart with quotes and breaks in a name',
    html: form(`<input name='a"b&#10;c' value="v"><input name="q">${GO}`, MULTIPART),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'plain text body',
    html: form(`${BOX}<input type="hidden" name="t" value="1=2">${GO}`, `${POST} enctype="text/plain"`),
    fill: { q: ['a=b'] },
    press: 0,
  },
  {
    name: 'button overrides method, action and type',
    html: form(
      `${BOX}${GO}<button formaction="/other?x=1" formmethod="post" formenctype="multipart/form-data" name="n" value="v">B</button>`,
    ),
    fill: { q: ['x'] },
    press: 1,
  },
  {
    name: 'selects',
    html: form(
      '<select name="a"><option value="1">one<option selected value="2">two</select><select name="b"><option> Two  words <option>y</select><select name="c"><option disabled selected>pick<option value="z">z</select>' +
        GO,
    ),
    fill: { a: ['1'] },
    press: 0,
  },
  {
    name: 'select by default skips what is off',
    html: form(
      '<select name="a"><option disabled value="0">0<option value="1">1</select><select name="b"><optgroup disabled><option value="0">0</optgroup><option value="1">1</select>' +
        GO,
    ),
    fill: {},
    press: 0,
  },
  {
    name: 'select of several',
    html: form(
      '<select name="a" multiple><option value="1">1<option value="2" selected>2<option value="3">3</select>' +
        GO,
    ),
    fill: { a: ['1', '3'] },
    press: 0,
  },
  {
    name: 'long select with nothing chosen',
    html: form(`<select name="a" size="3"><option value="1">1<option value="2">2</select>${GO}`),
    fill: {},
    press: 0,
  },
  {
    name: 'boxes to tick',
    html: form(
      '<input type="checkbox" name="c" value="a"><input type="checkbox" name="c" value="b" checked><input type="checkbox" name="d">' +
        GO,
    ),
    fill: { c: ['a'], d: ['on'] },
    press: 0,
  },
  {
    name: 'radio buttons',
    html: form(
      '<input type="radio" name="r" value="1" checked><input type="radio" name="r" value="2"><input type="radio" name="s" value="x">' +
        GO,
    ),
    fill: { r: ['2'] },
    press: 0,
  },
  {
    name: 'fieldset that is off, but for its legend',
    html: form(
      '<fieldset disabled><legend><input name="l" value="in"></legend><input name="off" value="1"></fieldset><input name="q">' +
        GO,
    ),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'read-only, disabled and nameless controls',
    html: form(
      '<input name="ro" value="1" readonly><input name="dis" value="2" disabled><input value="3"><input name="q">' +
        GO,
    ),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'controls outside by form attribute',
    html: page(
      `<input name="before" value="1" form="f"><form id="f" action="/s">${BOX}</form><select name="after" form="f"><option value="2">2</select><button form="f" name="go" value="g">Go</button>`,
    ),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'mis-nested table',
    html: page(
      `<table><tr><form action="/s"><td><input name="q"></td></tr><tr><td><input name="z" value="2"><input type="submit" value="Go"></td></form></tr></table>`,
    ),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'text area with lines',
    html: form(`<textarea name="ta">\n one\ntwo</textarea><input name="q">${GO}`, POST),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'numbers, dates and colours as kept',
    html: form(
      '<input type="number" name="n" value="abc"><input type="number" name="m" value="1.50"><input type="date" name="d" value="2026-02-30"><input type="date" name="e" value="2026-02-28"><input type="color" name="c"><input type="range" name="r" min="10" max="20"><input type="range" name="s" min="0" max="9" step="2"><input type="email" name="em" value="  a@b.c "><input type="url" name="u" value=" http://x "><input name="q">' +
        GO,
    ),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'direction of text',
    html: form(
      `<input name="q" dirname="q.dir"><div dir="rtl"><input name="z" value="a" dirname="z.dir"></div>${GO}`,
    ),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: '_charset_',
    html: form(`<input type="hidden" name="_charset_" value="x">${BOX}${GO}`),
    fill: { q: ['ü'] },
    press: 0,
  },
  {
    name: 'page in windows-1252',
    html: form(BOX + GO),
    bytes: latin(form(`<label>Stra\xdfe</label>${BOX}${GO}`)),
    charset: 'windows-1252',
    fill: { q: ['Straße € 日'] },
    press: 0,
  },
  {
    name: 'page in ISO-8859-2 by meta, by POST',
    html: form(`<input type="hidden" name="_charset_">${BOX}${GO}`, POST, '<meta charset="iso-8859-2">'),
    charset: '',
    fill: { q: ['Łódź ü ñ'] },
    press: 0,
  },
  {
    name: 'page in Shift_JIS',
    html: form(
      `<input type="hidden" name="_charset_">${BOX}${GO}`,
      'action="/s"',
      '<meta charset="shift_jis">',
    ),
    charset: '',
    fill: { q: ['検索 é'] },
    press: 0,
  },
  {
    name: 'accept-charset',
    html: form(
      `<input type="hidden" name="_charset_">${BOX}${GO}`,
      'action="/s" accept-charset="bogus koi8-r"',
    ),
    fill: { q: ['книга ß'] },
    press: 0,
  },
  {
    name: 'multipart in windows-1251',
    html: form(`${BOX}${GO}`, `${MULTIPART} accept-charset="windows-1251"`),
    fill: { q: ['Поиск 日'] },
    press: 0,
  },
  {
    name: 'file control left empty',
    html: form(`<input type="file" name="f"><input name="q">${GO}`, MULTIPART),
    fill: { q: ['x'] },
    press: 0,
  },
  {
    name: 'box with suggestions',
    html: form(
      `<input name="q" list="l"><datalist id="l"><option value="a"><option value="b"></datalist>${GO}`,
    ),
    fill: { q: ['b'] },
    press: 0,
  },
  {
    name: 'escapes in lower case, by GET',
    html: form(BOX + GO, 'action="/s%c3%bcche/%7eb?x=%e2"'),
    fill: { q: ['ü'] },
    press: 0,
  },
  {
    name: 'escapes in lower case and broken ones, by POST',
    html: form(BOX + GO, 'action="/b%c3%bccher?x=%e2%82%ac&amp;y=%zz%4" method="post"'),
    fill: { q: ['ü'] },
    press: 0,
  },
];
