import { createHash } from 'node:crypto';
import type { Form, FormControl } from '../form.ts';

type Structure = Pick<Form, 'action' | 'actionKind' | 'method' | 'controls' | 'submits' | 'where'>;

const SESSION_PARAMETER =
  /^(?:s|sid|sessid|session\w*|jsessionid|phpsessid|aspsessionid\w*|cfid|cftoken|token|\w{0,60}csrf\w*|nonce|utm_\w+|gclid|fbclid|return\w*|redirect\w*|ref|referr?er|_|ts|t|time|rand\w*)$/i;
const RANDOM_RUN = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{8,}|\d{5,}/gi;
const POSTBACK = /^__(?:viewstate|eventtarget)/i;

/** Describes a form as text, without what changes with page, visitor and visit. */
function signatureOf(form: Structure): string {
  const lines = [form.where.hasFormTag ? 'form' : 'loose', form.method, actionSignature(form)];
  for (const control of form.controls) {
    const line = controlSignature(control);
    if (line !== undefined) lines.push(line);
  }
  for (const submit of form.submits) if (submit.name !== '') lines.push(`submit ${steady(submit.name)}`);
  return lines.join('\n');
}

/** @returns 16 hex digits, equal for equal structure */
export const identityOf = (form: Structure): string =>
  createHash('sha256').update(signatureOf(form)).digest('hex').slice(0, 16);

const steady = (name: string): string =>
  name.replace(RANDOM_RUN, (run, at: number) =>
    /\d/.test(run) || /^[a-z]{0,99}\d/i.test(name.slice(at + run.length, at + run.length + 100)) ? '#' : run,
  );

const calledBy = ({ name, id }: Pick<FormControl, 'name' | 'id'>): string =>
  name === '' ? steady(id.replace(/\d+/g, '#')) : steady(name);

/** What a field is called in every run, unless others are, too: by its label where its name or id has a part that is made anew. */
export function fieldNameOf({ name, id, label }: Pick<FormControl, 'name' | 'id' | 'label'>): string {
  const called = calledBy({ name, id });
  return called.includes('#') && label !== '' ? label : called || label;
}

function controlSignature({ name, id, type, options }: FormControl): string | undefined {
  // Hidden fields carry tokens, return addresses and script data, so they do not count.
  if (type === 'hidden') return undefined;
  const called = calledBy({ name, id });
  if (type === 'checkbox' || options.length === 0) return `${type} ${called}`;
  const values = options.map(({ value }) => steady(value)).join('\u0001');
  return `${type} ${called} ${createHash('sha256').update(values).digest('base64').slice(0, 16)}`;
}

/**
 * Host and path without session parts. An empty action, and a form that posts its page's state back to the page
 * (ASP.NET), go to wherever they stand: they are marked instead.
 */
function actionSignature({ action, actionKind, method, controls }: Structure): string {
  const { hostname, pathname, searchParams } = new URL(action);
  const host = hostname.replace(/^www\./, '');
  if (actionKind !== 'address') return `${host} ${actionKind}`;
  if (controls.some(({ type, name }) => type === 'hidden' && POSTBACK.test(name))) return `${host} postback`;
  const path = pathname
    .replace(/;[^/]*/g, '')
    .replace(/\/\(\w\([^/]*\)\)/g, '')
    .replace(RANDOM_HEX_SEGMENT, '/#');
  if (method === 'get') return `${host} ${path}`;
  const query = [...searchParams]
    .filter(([key]) => !SESSION_PARAMETER.test(key))
    .map(([key, value]) => `${key}=${steady(value)}`);
  return `${host} ${path}?${query.sort().join('&')}`;
}

const RANDOM_HEX_SEGMENT = /\/(?=[^/]*\d)[0-9a-f]{16,}(?=\/|$)/gi;
