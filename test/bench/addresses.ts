/**
 * Addresses alone, as a person types them, at default politeness: seconds until a form is verified, and whether it is the right one.
 * Which addresses, and what is right there, a file says:
 *
 *     npm run bench -- addresses --file addresses.json
 *
 *     [{ "name": "catalogue", "address": "http://127.0.7.3:8700/", "action": "/search", "word": "garden", "title": "Garden history" },
 *      { "name": "closed", "address": "http://127.0.7.10:8700/", "verified": false }]
 *
 * `action` is the path that the right form is sent to; a call of it with `word` must bring a record whose title holds `title`.
 */

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { describeForm, openGateway, type StoredForm } from '../../src/app/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const addresses = z.array(
  z.strictObject({
    name: z.string(),
    address: z.string(),
    verified: z.boolean().default(true),
    action: z.string().optional(),
    word: z.string().optional(),
    title: z.string().default(''),
  }),
);
type Wanted = z.output<typeof addresses>[number];

const MOST_SECONDS = 60;

interface Row {
  readonly name: string;
  readonly seconds: number;
  readonly verified: boolean;
  readonly right: boolean;
  readonly said: string;
}

async function tried({ address, ...wanted }: Wanted): Promise<Row> {
  const gateway = openGateway(temporaryFolder('addresses-'));
  const begun = performance.now();
  try {
    const forms = await gateway.find(address, { allowPrivate: true });
    const seconds = (performance.now() - begun) / 1_000;
    const [form] = forms.filter(({ outcome }) => outcome === 'verified');
    const path = form && URL.parse(form.harvested.form.action)?.pathname;
    const said =
      form === undefined
        ? forms.map(({ outcome }) => outcome).join(', ') || 'no form'
        : `${path}, ${form.records} records`;
    const isThere = wanted.action === undefined || path === wanted.action;
    const right =
      form === undefined ? !wanted.verified : wanted.verified && isThere && (await brings(form, wanted));
    return { name: wanted.name, seconds, verified: form !== undefined, right, said };
  } catch (error) {
    const seconds = (performance.now() - begun) / 1_000;
    const said = error instanceof Error ? error.message : String(error);
    return { name: wanted.name, seconds, verified: false, right: !wanted.verified, said };
  } finally {
    await gateway.close();
  }

  async function brings(form: StoredForm, { word, title }: Pick<Wanted, 'word' | 'title'>): Promise<boolean> {
    if (word === undefined) return true;
    const { parameters } = describeForm(form);
    const box = parameters.find(({ type, options }) => type === 'string' && options === undefined);
    if (box === undefined) return false;
    const { records } = await gateway.call(form, { [box.name]: word }, { limit: 50 });
    return records.some((record) => record.title.toLowerCase().includes(title.toLowerCase()));
  }
}

export async function addressesBench(json: boolean, args: readonly string[]): Promise<void> {
  const { file } = parseArgs({
    args: [...args],
    strict: false,
    options: { file: { type: 'string' } },
  }).values;
  if (typeof file !== 'string') throw new Error('give --file FILE with addresses and what is right there');
  const rows: Row[] = [];
  for (const wanted of addresses.parse(JSON.parse(readFileSync(file, 'utf8')))) {
    const row = await tried(wanted);
    rows.push(row);
    const { name, seconds, verified, right, said } = row;
    const marks = `${verified ? 'verified' : 'not verified'}  ${right ? 'right' : 'WRONG'}`;
    if (!json)
      process.stdout.write(`${name.padEnd(14)} ${seconds.toFixed(1).padStart(5)} s  ${marks}  ${said}\n`);
  }
  const good = rows.filter(({ verified, right, seconds }) => verified && right && seconds <= MOST_SECONDS);
  const summary = `${good.length} of ${rows.length} verified and right within ${MOST_SECONDS} s`;
  process.stdout.write(json ? `${JSON.stringify(rows)}\n` : `${summary}\n`);
}
