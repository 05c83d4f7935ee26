/** Reads what a pager's script does when it is pressed: it fills a form and sends it, or goes to an address. */

/** What pressing leads to. */
export type ScriptStep =
  | { readonly kind: 'address'; readonly address: string }
  /** Values of controls, by name or id; then a form is sent without a button. */
  | FormStep;

interface FormStep {
  readonly kind: 'form';
  readonly values: ReadonlyMap<string, string>;
  /** The script adds the controls where the page lacks them. */
  readonly adds?: true;
  /** Address that the form is sent to, where the script changes it. */
  readonly action?: string;
  /** The button that has the script sends the form itself. */
  readonly byButton?: true;
}

const MAX_CODE = 4_000;
const MAX_BODY = 2_000;

/** What names in the code stand for: parameters of a function, `this.value`. */
type Names = ReadonlyMap<string, string>;

const POST_BACK =
  /(__doPostBack|WebForm_PostBackOptions)\s*\(\s*(["'])([^"']{1,300})\2\s*,\s*(["'])([^"']{0,300})\4/;
/** A further argument of `WebForm_PostBackOptions`. */
const ARGUMENT = /\s*,\s*(?:'([^']{0,2000})'|"([^"]{0,2000})"|(true|false|null))/y;
const CALL = /([A-Za-z_$][\w$]{0,60})\s{0,9}\(([^()]{0,200})\)/g;
/** `document.f.page.value = 2`, `f['page'].value = …`, `document.getElementById('page').value = …`. */
const VALUE_SET =
  /(?:\.([\w$]{1,80})|[[(]\s*["']([\w:$.-]{1,100})["']\s*[\])](?:\[0\])?)\.value\s*=\s*([^=;\n][^;\n]{0,200})/g;
const PLACE_SET = /\blocation(?:(?:\.href)?\s{0,9}=(?!=)|\.(?:assign|replace)\s{0,9}\()/;

/**
 * Reads the code of `onclick`, `onchange` or a `javascript:` address. Only what such code literally does is read; nothing is run.
 * @param scripts inline scripts of the page, where its functions stand
 * @param chosen what `this.value` stands for
 */
export function scriptStep(
  code: string,
  scripts: readonly string[],
  chosen?: string,
): ScriptStep | undefined {
  const pressed = code.slice(0, MAX_CODE);
  const names = new Map(chosen === undefined ? [] : CHOSEN_NAMES.map((name) => [name, chosen]));
  return postBack(pressed) ?? stepOf(pressed, names) ?? stepOfCall(pressed, scripts, names);
}

const CHOSEN_NAMES = [
  'this.value',
  'this.options[this.selectedIndex].value',
  'this.options[selectedIndex].value',
];

function postBack(code: string): ScriptStep | undefined {
  const match = POST_BACK.exec(code);
  if (match === null) return undefined;
  const [all, called, , target = '', , argument = ''] = match;
  const further: string[] = [];
  ARGUMENT.lastIndex = match.index + all.length;
  for (let found = ARGUMENT.exec(code); found !== null && further.length < 5; found = ARGUMENT.exec(code))
    further.push(found[1] ?? found[2] ?? found[3] ?? '');
  // Validates, group, address, keeps the focus, sends: only the last one makes the script send the form.
  const [, , action = '', , sends = 'true'] = further;
  const address = action !== '' && { action };
  if (called !== '__doPostBack' && sends === 'false')
    return { kind: 'form', values: new Map(), byButton: true, ...address };
  const values = new Map([
    ['__EVENTTARGET', target],
    ['__EVENTARGUMENT', argument],
  ]);
  return { kind: 'form', values, adds: true, ...address };
}

function stepOf(code: string, names: Names): ScriptStep | undefined {
  const set = PLACE_SET.exec(code);
  const from = (set?.index ?? 0) + (set?.[0].length ?? 0);
  const [target] = code
    .slice(from, from + 300)
    .trimStart()
    .split(/[;\n]/, 1);
  const address = set === null ? undefined : evaluated(target, names);
  if (address !== undefined) return { kind: 'address', address };
  if (!/\bsubmit\s*\(/.test(code)) return undefined;
  const values = new Map<string, string>();
  for (const [, property, quoted, expression] of code.matchAll(VALUE_SET)) {
    const value = evaluated(expression, names);
    if (value === undefined) return undefined;
    values.set(property ?? quoted ?? '', value);
  }
  return { kind: 'form', values };
}

/** Follows one call into a function of the page. */
function stepOfCall(code: string, scripts: readonly string[], names: Names): ScriptStep | undefined {
  for (const [, name = '', written = ''] of code.matchAll(CALL)) {
    const found = functionOf(name, scripts);
    if (found === undefined) continue;
    const given = written.split(',').map((one) => evaluated(one, names));
    const own = new Map(found.parameters.flatMap((parameter, at) => pairOf(parameter, given[at])));
    const step = postBack(found.body) ?? stepOf(found.body, own);
    if (step !== undefined) return step;
  }
  return undefined;
}

const pairOf = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]];

interface PageFunction {
  readonly parameters: readonly string[];
  readonly body: string;
}

function functionOf(name: string, scripts: readonly string[]): PageFunction | undefined {
  for (const script of scripts) {
    for (const head of [`function ${name}`, `${name} = function`, `${name}=function`]) {
      const at = script.indexOf(head);
      const open = at < 0 ? -1 : script.indexOf('(', at);
      const close = open < 0 ? -1 : script.indexOf(')', open);
      if (close < 0 || script.slice(at + head.length, open).trim() !== '') continue;
      const parameters = script
        .slice(open + 1, close)
        .split(',')
        .map((parameter) => parameter.trim());
      return { parameters, body: bodyFrom(script, close + 1) };
    }
  }
  return undefined;
}

/** Returns the text up to the brace that closes the first one. */
function bodyFrom(script: string, from: number): string {
  let depth = 0;
  const end = Math.min(script.length, from + MAX_BODY);
  for (let at = from; at < end; at++) {
    if (script[at] === '{') depth++;
    else if (script[at] === '}' && --depth === 0) return script.slice(from, at);
  }
  return script.slice(from, end);
}

const TERM = /\s*(?:'([^'\\]*)'|"([^"\\]*)"|(\d{1,12})|([A-Za-z_$][\w$.[\]]{0,80}))\s*/y;

/** Evaluates texts, numbers and known names joined by `+`; undefined for anything else. */
function evaluated(expression: string | undefined, names: Names): string | undefined {
  if (expression === undefined) return undefined;
  const code = expression.trim().replace(/^\((.*)\)$/, '$1');
  let out = '';
  TERM.lastIndex = 0;
  for (;;) {
    const [, single, double, number, name] = TERM.exec(code) ?? [];
    const term = single ?? double ?? number ?? (name === undefined ? undefined : names.get(name));
    if (term === undefined) return undefined;
    out += term;
    if (TERM.lastIndex >= code.length) return out;
    if (code[TERM.lastIndex] !== '+') return /^[)}]/.test(code.slice(TERM.lastIndex)) ? out : undefined;
    TERM.lastIndex++;
  }
}
