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

const RENDER_SENTENCES: Sentences = [
  ['rendering is off', null, 'rendering-off'],
  ['rendering is forced', null, 'rendering-forced'],
  ['cut page', null, 'cut-page'],
  ['frame', null, 'frame'],
  ['shadow root in the markup', null, 'shadow-root'],
  ['no scripts', null, 'no-scripts'],
  ['script builds forms', null, 'script-builds-forms'],
  ['custom elements', null, 'custom-elements'],
  ['empty application root', null, 'empty-app-root'],
  ['hardly any text', null, 'hardly-any-text'],
  ['noscript asks for scripts', null, 'noscript'],
  ['script builds content, no search form seen', null, 'script-builds-content'],
  ['own scripts, no search form seen', null, 'own-scripts'],
  ['static page suffices', null, 'static-page'],
  ['an audit found search forms on this site', null, 'audit-found-forms'],
  ['answer of a form', null, 'form-answer'],
];
const NEVER_USEFUL = ', which never paid on this site';

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
  await renderCodes(db);
}

/** What stood around a sentence, other columns say: that a page was audited, looked at again, or could not be rendered. */
async function renderCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('page').renameColumn('render_reason', 'render_detail').execute();
  await db.schema.alterTable('page').addColumn('render_code', 'text').execute();
  await sql`update page set render_detail = substr(render_detail, length('audit: ') + 1)
    where audited = 1 and render_detail glob 'audit: *'`.execute(db);
  await sql`update page set render_detail = substr(render_detail, length('look again: ') + 1)
    where rendered_by = 'browser' and render_detail glob 'look again: its scripts added *'`.execute(db);
  await sql`update page
    set render_detail = substr(render_detail, 1, length(render_detail) - length(', but rendering failed'))
    where rendered_by = 'http' and render_ms is not null and render_detail glob '*, but rendering failed'`.execute(
    db,
  );
  await sql`update page set render_code = 'familiar-scripts',
    render_detail = replace(replace(replace(replace(replace(replace(render_detail,
      'its scripts added no form', '0'), 'its scripts added the same form', '1'), 'its scripts added the same ', ''),
      ' forms', ''), ' pages', ''), ' on ', '/')
    where render_detail glob 'its scripts added * on [0-9]* pages'`.execute(db);
  for (const [sentence, , code] of RENDER_SENTENCES)
    await sql`update page set render_code = 'never-useful', render_detail = ${code}
      where render_detail = ${sentence + NEVER_USEFUL}`.execute(db);
  await encode(db, 'page', 'render', RENDER_SENTENCES);
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
