/**
 * The hidden-web gateway on the real applications: from the address of a page to its verified form, and one call of it. A call
 * is right where it brings the first titles that a browser showed to a person.
 *
 *     npm run bench -- gateway                   all forms whose answers are known
 *     npm run bench -- gateway --sites man2html,omega
 *     npm run bench -- gateway --polite          robots.txt is obeyed, and a host is asked once a second, as by default
 */

import { type FindOptions, type Gateway, openGateway, type StoredForm } from '../../src/app/index.ts';
import {
  areRealFormsThere,
  OWN_HOSTS,
  type RealForm,
  realForms,
  titlesMet,
  valuesFor,
} from '../interfaces/server/real-forms.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Called {
  readonly site: string;
  readonly form: string;
  /** Of the form; null where none of the page takes what a person gave. */
  readonly outcome: string | null;
  readonly findSeconds: number;
  readonly callSeconds: number | null;
  readonly records: number;
  /** The first that the call brought. */
  readonly titles: readonly string[];
  /** Of the first titles that a person got. */
  readonly met: number;
  readonly wanted: number;
  readonly error: string | null;
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

const accepts =
  ({ callable }: StoredForm) =>
  (name: string, value: string): boolean => {
    try {
      callable.fill({ [name]: value });
      return true;
    } catch {
      return false;
    }
  };

/** The form of a page that takes what a person gave; one that is asked at the same address before others. */
function chosen(real: RealForm, forms: readonly StoredForm[]): StoredForm | undefined {
  const taking = forms.filter(
    (form) => Object.keys(valuesFor(real, form.callable, accepts(form))).length > 0,
  );
  const atPath = taking.filter(({ harvested }) => URL.parse(harvested.form.action)?.pathname === real.path);
  return atPath[0] ?? taking[0];
}

async function call(gateway: Gateway, real: RealForm, rules: FindOptions): Promise<Called> {
  const { site, form: name, titles } = real;
  const begun = performance.now();
  let found: StoredForm | undefined;
  let at = begun;
  const told = (rest: Partial<Called>): Called => ({
    ...{
      site,
      form: name,
      outcome: found?.outcome ?? null,
      findSeconds: seconds(at - begun),
      callSeconds: null,
    },
    ...{ records: 0, titles: [], met: 0, wanted: titles.length, error: null, ...rest },
  });
  try {
    found = chosen(real, await gateway.verify(real.page, rules));
    at = performance.now();
    if (found?.outcome !== 'verified') return told({});
    const { records } = await gateway.call(found, valuesFor(real, found.callable, accepts(found)), {
      limit: 100,
    });
    const got = records.map(({ title }) => title);
    const met = titlesMet(titles, got);
    return told({
      callSeconds: seconds(performance.now() - at),
      records: records.length,
      titles: got.slice(0, 3),
      met,
    });
  } catch (error) {
    return told({ error: error instanceof Error ? error.message : String(error) });
  }
}

export async function gatewayBench(
  json: boolean,
  sites: readonly string[] | undefined,
  isPolite: boolean,
): Promise<void> {
  if (!(await areRealFormsThere())) {
    process.stderr.write('gateway: the real applications do not answer here (docs/real-applications.md)\n');
    return;
  }
  const storage = temporaryFolder('gateway-');
  const gateway = openGateway(storage);
  try {
    for (const real of realForms().filter(({ site }) => sites === undefined || sites.includes(site))) {
      const row = await call(gateway, real, isPolite ? { allowPrivate: true } : OWN_HOSTS);
      const { form, outcome, findSeconds, callSeconds, records, met, wanted, error } = row;
      process.stdout.write(
        json
          ? `${JSON.stringify({ bench: 'gateway', ...row })}\n`
          : `| ${form} | ${outcome ?? 'not found'} | ${findSeconds} | ${callSeconds ?? '–'} | ${records} | ${met} of ${wanted}${error === null ? '' : ` (${error})`} |\n`,
      );
    }
  } finally {
    await gateway.close();
  }
}
