/** Encodes a filled form into the request that a browser would make, byte for byte. */

import { createHash } from 'node:crypto';
import type { Form } from '../../forms/index.ts';
import type { TreeDocument } from '../../foundation/dom/index.ts';
import { formEncoding, type TextEncoding, trimOf } from '../../foundation/text/index.ts';
import type { FilledForm, SubmissionRequest } from '../types/submission.ts';
import { type Entry, entryList, FormChangedError } from './entry-list.ts';
import { elementsOfForm, type FormElements, type PlacedElement } from './form-elements.ts';

/** The page that a form is submitted from. */
export interface FormPage {
  readonly tree: TreeDocument;
  /** Encoding of the document, as the Encoding standard spells it. */
  readonly encoding: string;
}

type Sendable = Pick<FilledForm, 'controls' | 'submit'> & {
  readonly withoutButton?: true;
  readonly added?: readonly (readonly [name: string, value: string])[];
  readonly action?: string;
  readonly form: Pick<Form, 'formKey' | 'submits'>;
};

/**
 * Encodes a submission with method, address, content type and body as in Chromium. Only the boundary of a
 * multipart body differs: it is random in browsers, and here a hash of the parts.
 *
 * @throws {FormChangedError} if the page has no such form, control or option, or the form is not sent by
 *   HTTP (but by a script, or to a dialog)
 */
export function encodeSubmission({ tree, encoding }: FormPage, filled: Sendable): SubmissionRequest {
  const elements = elementsOfForm(tree, filled.form);
  if (elements === undefined) throw new FormChangedError('the form is not on the page any more');
  const submitter = filled.withoutButton === true ? undefined : submitterOf(elements, filled);
  const own = elements.form.attributes;
  const over = (name: string): string | undefined =>
    submitter?.element.attributes[`form${name}`] ?? own[name];
  const charset = formEncoding(own['accept-charset'], encoding);
  const entries = [...entryList(elements, filled.controls, submitter, charset), ...(filled.added ?? [])];
  const action = actionOf(filled.action ?? over('action'), elements.document);
  const method = over('method')?.trim().toLowerCase();
  if (method === 'dialog') throw new FormChangedError('the form closes a dialog and sends nothing');
  const referrer = elements.document.url;
  if (method !== 'post') {
    action.search = '';
    const query = urlEncoded(entries, charset).toString('latin1');
    return { method: 'GET', url: `${action.href}?${query}`, referrer };
  }
  return { method: 'POST', url: action.href, referrer, ...bodyOf(over('enctype'), entries, charset) };
}

/** Encodes a submission, if the page has what it takes. */
export function encodedOrNone(page: FormPage, filled: Sendable): SubmissionRequest | undefined {
  try {
    return encodeSubmission(page, filled);
  } catch (error) {
    if (error instanceof FormChangedError) return undefined;
    throw error;
  }
}

/** Finds the chosen button, or else the first one, which Enter activates. */
function submitterOf(elements: FormElements, { form, submit }: Sendable): PlacedElement | undefined {
  const chosen = submit === undefined ? undefined : form.submits[submit];
  if (chosen === undefined || (chosen.type !== 'submit' && chosen.type !== 'image'))
    return elements.buttons[0];
  const nth = form.submits
    .slice(0, submit)
    .filter(({ type }) => type === 'submit' || type === 'image').length;
  return elements.buttons[nth];
}

function actionOf(written: string | undefined, { url, baseUrl }: TreeDocument): URL {
  const trimmed = trimOf(written ?? '', /[\0-\x20]/);
  const action = trimmed === '' ? URL.parse(url) : URL.parse(trimmed, baseUrl);
  if (action === null || !/^https?:$/.test(action.protocol))
    throw new FormChangedError('the form is sent by a script, not to an address');
  action.hash = '';
  return action;
}

function bodyOf(
  enctype: string | undefined,
  entries: readonly Entry[],
  charset: TextEncoding,
): Pick<SubmissionRequest, 'contentType' | 'body'> {
  switch (enctype?.trim().toLowerCase()) {
    case 'multipart/form-data':
      return multipart(entries, charset);
    case 'text/plain': {
      const text = entries.map(([name, value]) => `${lines(name)}=${lines(plain(value))}\r\n`).join('');
      return { contentType: 'text/plain', body: base64(charset.encode(text)) };
    }
    default:
      return { contentType: 'application/x-www-form-urlencoded', body: base64(urlEncoded(entries, charset)) };
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

/** Returns the text of an entry; an empty file control sends an empty name. */
const plain = (value: Entry[1]): string => (typeof value === 'string' ? value : value.file);
const lines = (text: string): string => text.replace(/\r\n|\r|\n/g, '\r\n');

const UNESCAPED = /[A-Za-z0-9*\-._]/;

function urlEncoded(entries: readonly Entry[], charset: TextEncoding): Buffer {
  const escaped = (text: string): string => {
    let out = '';
    for (const byte of charset.encode(lines(text))) {
      const character = String.fromCharCode(byte);
      if (byte === 0x20) out += '+';
      else if (byte < 128 && UNESCAPED.test(character)) out += character;
      else out += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    }
    return out;
  };
  return Buffer.from(
    entries.map(([name, value]) => `${escaped(name)}=${escaped(plain(value))}`).join('&'),
    'latin1',
  );
}

function multipart(
  entries: readonly Entry[],
  charset: TextEncoding,
): Pick<SubmissionRequest, 'contentType' | 'body'> {
  const quoted = (name: string): string =>
    lines(name).replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
  const parts = entries.map(([name, value]) => {
    const head = `Content-Disposition: form-data; name="${quoted(name)}"`;
    return typeof value === 'string'
      ? charset.encode(`${head}\r\n\r\n${lines(value)}\r\n`)
      : charset.encode(`${head}; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`);
  });
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  const boundary = `----WebKitFormBoundary${digest.digest('base64').replace(/[+/=]/g, '').slice(0, 16)}`;
  const bounded = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: base64(Buffer.concat([...bounded, Buffer.from(`--${boundary}--\r\n`)])),
  };
}
