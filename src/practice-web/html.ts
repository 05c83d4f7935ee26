/** Writing HTML: the few things every design needs, whatever its markup habits. */

type AttributeValue = string | number | boolean | undefined;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** ` name="value"` for each attribute; `true` gives a bare name, `false` and `undefined` leave it out. */
export function attributes(values: Readonly<Record<string, AttributeValue>>): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return text;
}

export const element = (
  name: string,
  values: Readonly<Record<string, AttributeValue>>,
  content = '',
): string => `<${name}${attributes(values)}>${content}</${name}>`;

export const link = (
  href: string,
  text: string,
  values: Readonly<Record<string, AttributeValue>> = {},
): string => element('a', { href, ...values }, escapeHtml(text));

/** JSON that is safe inside a script element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
