/** A store as of a very large run, written by SQLite itself: forms, their pages and controls, and records behind them. */

import { openStore, type SqliteStore } from '../../../src/drivers/sqlite/index.ts';
import type { Form, FormControl, FormVerdict } from '../../../src/forms/index.ts';
import { linkRow, pageRow, sightingRow, variantRow } from '../../storage/rows.ts';

export interface StoreSize {
  readonly forms: number;
  readonly records: number;
  readonly sites: number;
}

const FORM: Omit<Form, 'controls'> = {
  ...{ id: '0123456789abcdef', where: { kind: 'document', hasFormTag: true }, index: 0 },
  ...{
    action: 'http://a.test/find',
    actionKind: 'address',
    method: 'get',
    enctype: '',
    name: '',
    htmlId: '',
  },
  ...{ classes: '', role: 'search', ariaLabel: '', container: '', submits: [], text: 'Find', heading: '' },
  ...{ links: 0, images: 0, captcha: false, visible: true },
};
const CONTROL: FormControl = {
  ...{ name: 'q', id: '', tag: 'input', type: 'text', label: 'Title', labelSource: 'none', options: [] },
  ...{ domain: 'open', value: '', checked: false, required: false, disabled: false, readOnly: false },
  ...{ multiple: false, pattern: '', min: '', max: '', step: '', placeholder: '', autocomplete: '' },
  ...{ classes: '', submitsOnChange: false, visible: true },
};
const VERDICT: FormVerdict = {
  ...{ kind: 'classified', searchable: true, type: 'search', score: 0.9, model: 'm', weightiest: [] },
};

/** Inserts rows that are alike but for the columns given as SQL over `i`. */
function multiply(
  store: SqliteStore,
  table: string,
  count: number,
  alike: object,
  differing: Readonly<Record<string, string>>,
): void {
  const columns = Object.keys({ ...alike, ...differing });
  const same = Object.entries(alike).filter(([column]) => differing[column] === undefined);
  const values = columns.map((column) => differing[column] ?? '?');
  void store.run(
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
      insert into ${table} (${columns.join()}) select ${values.join()} from n`,
    same.map(([, value]) => value),
  );
}

const siteOf = (sites: number) => `printf('s%04d.test', i % ${sites})`;

function fillForms(store: SqliteStore, { forms, sites }: StoreSize): void {
  const site = siteOf(sites);
  const { controls, ...variant } = variantRow('', '', 1, {
    form: JSON.stringify(FORM),
    verdict: JSON.stringify(VERDICT),
  });
  const url = `'http://' || ${site} || '/' || i`;
  const put = (table: string, alike: object, differing: Readonly<Record<string, string>>) =>
    multiply(store, table, forms, alike, differing);
  put('link', linkRow(0), { id: 'i + 1', site, host: site, url });
  put('page', pageRow(0), { id: 'i + 1', site, url });
  put('form', { run_id: 1 }, { form_id: "'form' || i", site });
  const domain = "iif(i % 100 = 0, 'job', 'book')";
  put('form_variant', variant, { form_id: "'form' || i", variant: "'v' || i", domain });
  put('control', { ...controls[0], control: JSON.stringify(CONTROL) }, { variant: "'v' || i" });
  put('sighting', sightingRow('', 0, ''), { form_id: "'form' || i", page_id: 'i + 1', variant: "'v' || i" });
}

function fillRecords(store: SqliteStore, { forms, records, sites }: StoreSize): void {
  const shown = { run_id: 1, submission: 'q #1' };
  const key = { site: siteOf(sites), key: "'k' || i", form_id: `'form' || (i % ${forms})` };
  const texts = { title: "'Record ' || i", text: "'Text ' || i" };
  const fields = `json_object('year', 1950 + i % 70, 'price', (i % 500) || '.50')`;
  multiply(store, 'answer_record', records, { ...shown, url: null }, { ...key, ...texts, fields });
  multiply(store, 'record_occurrence', records, shown, key);
}

/** Makes the store in a folder; its only run is finished. */
export async function makeLargeStore(folder: string, size: StoreSize): Promise<void> {
  const store = await openStore(folder, { mode: 'write' });
  const begun = { started_at: 1, updated_at: 2, options: '{}', status: 'complete' } as const;
  await store.transaction((trx) =>
    trx.runs.insert({ ...begun, domains: '["book"]', web: 'live', strategy: 'two-stage' }),
  );
  fillForms(store, size);
  fillRecords(store, size);
  await store.close();
}

const at = (...key: readonly string[]) => Buffer.from(JSON.stringify(key)).toString('base64url');

/** Texts that one row holds, looked for in lists that are kept, by how many rows there are. */
export const searchesOf = ({ forms, records }: StoreSize): readonly string[] => [
  `/records?limit=50&text=record+${records - 1}`,
  `/records?limit=50&text=text+${records >> 1}`,
  `/pages?limit=50&text=test/${forms - 1}`,
  `/forms?limit=50&text=test/${forms - 1}`,
];

/** Lists in the order of a column, whole and filtered. */
export const SORTS: readonly string[] = [
  ...['/records?limit=50&sort=title', '/records?limit=50&sort=-typed.year'],
  ...['/records?limit=50&sort=typed.price&is=year:1999', '/records?limit=50&sort=-title&is=site:s0050.test'],
  ...['/records?limit=50&sort=-typed.price&text=record+77', '/forms?limit=50&sort=-page'],
  ...['/forms?limit=50&sort=score&domain=job', '/pages?limit=50&sort=-site'],
  '/sites?limit=50&sort=-linkingSites',
];

/** Lists as a person reads them: first and late pages, filtered by what is frequent, rare and nowhere. */
export const LISTS: readonly string[] = [
  ...['/forms?limit=50', `/forms?limit=50&after=${at('s0090.test', 'form5')}`, '/forms?limit=50&domain=job'],
  ...['/forms?limit=50&site=s0050.test&searchable=true', '/forms?limit=50&outcome=verified'],
  ...['/forms?limit=50&is=rule:password', '/records?limit=50'],
  ...[`/records?limit=50&after=${at('s0099.test', 'k5')}`, '/records?limit=50&site=s0050.test'],
  ...['/records?limit=50&form=form77', '/records?limit=50&text=nothing-has-it'],
  ...['/pages?limit=50&site=s0050.test', '/pages?limit=50&state=failed', '/submissions?limit=50'],
  ...['/submissions?limit=50&form=form77', '/sites?limit=50', '/documents?limit=50', '/forms/form77'],
];
