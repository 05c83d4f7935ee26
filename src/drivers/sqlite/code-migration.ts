import { type Kysely, sql } from 'kysely';

/**
 * Sentences of earlier versions, by what stands before and behind the detail (`null`: a sentence without one), and the
 * codes that they stood for; of two that fit the first holds.
 */
type Sentences = readonly (readonly [before: string, behind: string | null, code: string])[];

/** Written as they are now. */
const TRANSPORT_CODES = [
  'address-refused',
  'port-refused',
  'bad-url',
  'denied',
  'dns',
  'connect',
  'tls',
  'timeout',
  'reset',
  'too-large',
  'protocol',
  'not-in-archive',
  'aborted',
];

const LINK_SENTENCES: Sentences = [
  ...TRANSPORT_CODES.map((code) => [code, null, code] as const),
  ['robots.txt could not be read', null, 'robots-unreachable'],
  ['robots.txt', null, 'robots'],
  ['host does not answer', null, 'host-unreachable'],
  ['deny-list (', ')', 'deny-list'],
  ['no page', null, 'no-page'],
  ['the process died ', ' times while this page was under way', 'crashed'],
  ['internal: ', '', 'internal'],
  ['page budget of the site is used up', null, 'site-page-budget'],
  ['--max-seconds-per-site ', ' reached', 'site-seconds'],
  ['--max-bytes-per-site ', ' reached', 'site-bytes'],
  ['nothing new on ', ' pages in a row', 'fruitless-site'],
  ['the last ', ' pages of this kind look alike', 'near-identical'],
];

const SITE_SENTENCES: Sentences = [
  ['seed', null, 'seed'],
  ['front page is about nothing wanted (', ')', 'about-none'],
  ['front page is about ', '', 'about-domain'],
];

const RUN_SENTENCES: Sentences = [
  ['stopped', null, 'stopped'],
  ['--max-pages ', ' reached', 'max-pages'],
  ['--max-seconds ', ' reached', 'max-seconds'],
  ['--max-requests ', ' reached', 'max-requests'],
  ['--max-disk ', ' bytes reached', 'max-disk'],
  ['--max-sites ', ' reached', 'max-sites'],
  ['', ' sites were kept out by --max-sites', 'sites-kept-out'],
  ['a site reached --max-pages-per-site ', '', 'site-page-budget'],
  ['page budget of the site is used up', null, 'site-page-budget'],
  ['--max-seconds-per-site ', ' reached', 'site-seconds'],
  ['--max-bytes-per-site ', ' reached', 'site-bytes'],
];

/** Why links, sites and runs are as they are, as codes; what no code stands for keeps its sentence as the detail. */
export async function reasonCodes(db: Kysely<unknown>): Promise<void> {
  for (const table of ['link', 'site'] as const) {
    await db.schema.alterTable(table).renameColumn('reason', 'reason_detail').execute();
    await db.schema.alterTable(table).addColumn('reason_code', 'text').execute();
  }
  await db.schema.alterTable('run').renameColumn('status_reason', 'status_detail').execute();
  // Two numbers in one sentence.
  await sql`update link set reason_code = 'depth-exhausted',
    reason_detail = replace(reason_detail, ' forms found at depth ', '/')
    where reason_detail glob '[0-9]* forms found at depth [0-9]*'`.execute(db);
  await encode(db, 'link', 'reason', LINK_SENTENCES);
  await encode(db, 'site', 'reason', SITE_SENTENCES);
  await encode(db, 'run', 'status', RUN_SENTENCES);
}

/** Splits the sentences in the detail of a column pair, `…_code` and `…_detail`, where the code is not known. */
async function encode(
  db: Kysely<unknown>,
  table: string,
  column: string,
  sentences: Sentences,
): Promise<void> {
  const [code, detail] = [sql.ref(`${column}_code`), sql.ref(`${column}_detail`)];
  for (const [before, behind, meant] of sentences) {
    const update = sql`update ${sql.table(table)} set ${code} = ${meant}`;
    if (behind === null)
      await sql`${update}, ${detail} = null where ${code} is null and ${detail} = ${before}`.execute(db);
    else {
      const around = before.length + behind.length;
      await sql`${update}, ${detail} = substr(${detail}, ${before.length + 1}, length(${detail}) - ${around})
        where ${code} is null and length(${detail}) > ${around} and substr(${detail}, 1, ${before.length}) = ${before}
          and substr(${detail}, length(${detail}) - ${behind.length} + 1) = ${behind}`.execute(db);
    }
  }
  await sql`update ${sql.table(table)} set ${code} = 'earlier-version'
    where ${code} is null and ${detail} is not null`.execute(db);
}
