/** The forms of the real applications whose answers are known (`../shared/realweb`), and what a call of each is to bring. */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FormDescription } from '../../../src/app/index.ts';

const REALWEB = resolve(import.meta.dirname, '../../../../shared/realweb');

/** Rules of a user who owns the hosts. */
export const OWN_HOSTS = { allowPrivate: true, robots: false, delayMs: 0 } as const;

export interface RealForm {
  readonly site: string;
  readonly form: string;
  /** Address of the page that shows it. */
  readonly page: string;
  /** Path of the address it is asked at; undefined where scripts answer. */
  readonly path: string | undefined;
  /** What a person gave, by control name; '' names the only box. */
  readonly given: readonly (readonly [name: string, value: string])[];
  /** The first titles that a browser showed. */
  readonly titles: readonly string[];
}

interface KnownPage {
  readonly site: string;
  readonly forms: readonly { readonly id: string; readonly page: string }[];
}

interface KnownAnswer {
  readonly site: string;
  readonly form: string;
  readonly start: string;
  readonly hits: {
    readonly query: string | Readonly<Record<string, string>>;
    readonly titles: readonly string[];
  };
}

/** Whether the applications answer here. */
export async function areRealFormsThere(): Promise<boolean> {
  if (!existsSync(join(REALWEB, 'submissions-truth.json'))) return false;
  const answer = await fetch('http://127.0.7.1:8700/').catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

export function realForms(): RealForm[] {
  const read = (name: string) => JSON.parse(readFileSync(join(REALWEB, name), 'utf8'));
  const { sites } = read('ground-truth.json') as { sites: readonly KnownPage[] };
  const { forms } = read('submissions-truth.json') as { forms: readonly KnownAnswer[] };
  return forms.map(({ site, form, start, hits: { query, titles } }) => {
    const known = sites.find((one) => one.site === site)?.forms.find(({ id }) => id === form);
    if (known === undefined) throw new Error(`no page is known of ${site} ${form}`);
    const about = { site, form, titles, page: new URL(known.page, start).href };
    if (typeof query !== 'string') return { ...about, path: undefined, given: Object.entries(query) };
    const url = new URL(query, start);
    // gitweb parts its parameters by semicolons.
    return { ...about, path: url.pathname, given: [...new URLSearchParams(url.search.replaceAll(';', '&'))] };
  });
}

/** The values of a call by the parameters of a form; empty where it takes none of what was given. */
export function valuesFor(
  { given }: Pick<RealForm, 'given'>,
  { parameters }: Pick<FormDescription, 'parameters'>,
  accepts: (name: string, value: string) => boolean,
): Readonly<Record<string, string>> {
  const box = parameters.find(({ type, options }) => type === 'string' && options === undefined)?.name;
  return Object.fromEntries(
    given.flatMap(([control, value]) => {
      const name = control === '' ? box : control;
      return name !== undefined && value !== '' && accepts(name, value) ? [[name, value]] : [];
    }),
  );
}

/** Letters and digits; a time of import is another after each installation. */
const plain = (text: string): string =>
  text
    .replace(/\(\d{4}-\d\d-\d\d[^)]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** How many of the first titles that a person got are among those of a call. */
export const titlesMet = (wanted: readonly string[], titles: readonly string[]): number => {
  const got = titles.map(plain);
  return wanted.filter((title) =>
    got.some((one) => one.includes(plain(title)) || (one !== '' && plain(title).includes(one))),
  ).length;
};
