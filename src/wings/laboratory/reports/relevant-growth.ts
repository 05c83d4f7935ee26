import { type HarvestedForm, harvestedForms, type RunInfo } from '../../../library/index.ts';
import type { SeenForm, Store } from '../../../storage/index.ts';

export interface RelevantPoint {
  readonly pages: number;
  /** Searchable forms about a wanted domain on the pages so far. */
  readonly forms: number;
  /** All searchable forms on them. */
  readonly searchable: number;
  /** Since the run began. */
  readonly seconds: number;
}

/** A search form that a truth has, by a key of its own, and the domain of what it searches. */
interface TrueForm {
  readonly key: string;
  readonly domain: string | null;
}

/** Finds what a form is in truth; undefined for what is no search form. */
export type TruthOf = (form: HarvestedForm) => TrueForm | undefined;

/** Holds what a run found: relevant forms with their sites, how many search forms in all, and how they came. */
export interface RelevantForms {
  readonly forms: readonly {
    readonly formId: string;
    readonly site: string;
    /** Its address, for people. */
    readonly name: string;
  }[];
  readonly searchable: number;
  readonly growth: readonly RelevantPoint[];
}

/** Points of a curve at most; more cannot be told apart. */
const POINTS = 50;

const BATCH = 200;

/**
 * How the relevant forms of a run came, by the verdicts that stand at its end, so that the curve ends at what the run is said to
 * have found: a form that names no domain is about what its site turned out to be about.
 * @param truthOf counts only forms that are search forms in truth, each once, by the domain that it has in truth
 */
export async function relevantForms(
  store: Pick<Store, 'figures' | 'folder' | 'storage' | 'forms' | 'pages'>,
  run: RunInfo,
  truthOf: TruthOf = ({ formId, domain }) => ({ key: formId, domain }),
): Promise<RelevantForms> {
  const keys = new Map<string, string>();
  const [searchable, relevant] = [new Set<string>(), new Map<string, HarvestedForm>()];
  for await (const form of harvestedForms(store, run.id)) {
    const known = form.searchable ? truthOf(form) : undefined;
    if (known === undefined) continue;
    const { key, domain } = known;
    keys.set(form.formId, key);
    searchable.add(key);
    if (domain !== null && run.domains.includes(domain)) relevant.set(key, form);
  }
  const ids = [...keys.keys()];
  const sightings: SeenForm[] = [];
  for (let from = 0; from < ids.length; from += BATCH)
    sightings.push(...(await store.forms.sightings(run.id, ids.slice(from, from + BATCH))));
  const shown = Map.groupBy(sightings, ({ page_id }) => page_id);
  const pages = await Array.fromAsync(store.figures.readTimes(run.id));
  const found = new Set<string>();
  const step = Math.max(1, Math.ceil(pages.length / POINTS));
  const growth = pages.flatMap(({ id, fetched_at }, i) => {
    for (const { form_id } of shown.get(id) ?? []) found.add(keys.get(form_id) ?? form_id);
    const read = i + 1;
    if (read % step !== 0 && read !== 1 && read !== pages.length) return [];
    const forms = [...found].filter((key) => relevant.has(key)).length;
    const seconds = Math.max(0, fetched_at - run.startedAt) / 1_000;
    return [{ pages: read, forms, searchable: found.size, seconds }];
  });
  const forms = [...relevant].map(([formId, { site, page, form }]) => {
    const address = form.actionKind === 'address' ? form.action : page;
    return { formId, site, name: address.replace(/^https?:\/\//, '') };
  });
  return { forms, searchable: searchable.size, growth };
}
