/** No regular expression of ours takes more than linear time, but for those that are named here. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { check } from 'recheck';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../src');
/** Programs of their own, which read no page. */
const APART = /^(?:practice-web|setup)[\\/]/;
const CHECK_MS = 5_000;

/** Quadratic ones that are still to be rewritten or bounded, by file. None may be added. */
const QUADRATIC: ReadonlySet<string> = new Set([
  'storage/facets.ts /^[€$£¥₹A-Za-z. ]+|[€$£¥₹A-Za-z. ]+$/g',
  'air-quality/collection/air-page.ts /\\s*[([].*$/',
  'air-quality/collection/air-page.ts /(\\d{1,2})\\s*-?\\s*h/i',
  'air-quality/divisions/stations.ts /\\s+-\\s*\\w{2,6}$/',
  'air-quality/property/parse-listing.ts /\\b(?:in|at|near)\\s+([^,]{2,60}),/gi',
  'air-quality/property/quantities.ts /(\\d[\\d,]*(?:\\.\\d+)?)\\s*-?\\s*(sq\\.?[\\s-]*(?:feet|foot|ft|yards|yard|yrds|yrd|yds|yd|metres|meters|metre|meter|mtrs|mtr|m)\\.?|square\\s+(?:feet|yards?|met(?:re|er)s?)|sqft|sqfeet|gaj|m²|marlas?|kanals?|acres?|killas?)(?![\\w])/gi',
  'air-quality/report/alone.ts /(<svg [^>]*>)/',
  'air-quality/units/pollutants.ts /\\s*\\(.*\\)\\s*$/',
  'crawl/frontier/robots.ts /^\\d*\\.?\\d+$/',
  'drivers/postgres/migrations.ts /(\\w+) text\\b/g',
  'forms/classification/features.ts /[?#].*$/',
  'forms/extraction/announced.ts /[\\w-]+(?=\\})/g',
  'forms/extraction/identity.ts /^(?:s|sid|sessid|session\\w*|jsessionid|phpsessid|aspsessionid\\w*|cfid|cftoken|token|\\w*csrf\\w*|nonce|utm_\\w+|gclid|fbclid|return\\w*|redirect\\w*|ref|referr?er|_|ts|t|time|rand\\w*)$/i',
  'forms/extraction/identity.ts /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[a-z]*\\d)[0-9a-f]{8,}|\\d{5,}/gi',
  'forms/training/html-records.ts /^content-type:[ \\t]*(.*?)[ \\t]*$/im',
  'foundation/browser/browser-error-text.ts /^(?:[a-z]+[A-Za-z]*\\.[a-z][A-Za-z]*: )?(?:[A-Z]?[A-Za-z]*Error: )?/',
  'foundation/browser/form-triggers.ts /#.*$/',
  'foundation/browser/locate-browser.mjs /\\d+\\.\\d+\\.\\d+\\.\\d+/',
  'foundation/dom/robots-directives.ts /^([a-z_-]+)\\s*:\\s*(.*)$/i',
  'foundation/dom/subresources.ts /url\\(\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\'")\\s]+))\\s*\\)|@import\\s+(?:"([^"]*)"|\'([^\']*)\')/gi',
  'foundation/object-storage/s3-folder.ts /\\/+$/',
  'foundation/text/sentences.ts /(?<![.!?…])[.!?…]+["\'”’»)\\]]*(?=\\s)|[।॥。！？؟]+["\'”’»」』）]*/gu',
  'foundation/text/sentences.ts /\\S*$/u',
  'foundation/url/address.ts /^(?=.*\\d)(?=.*[a-f])[0-9a-z]{16,}$/i',
  'foundation/url/address.ts /\\.+$/',
  'foundation/warc/http-message.ts /^HTTP\\/\\d(?:\\.\\d+)?\\s+(\\d{3})(?:\\s+(.*))?$/',
  'interfaces/cli/describe-form.ts /[\\s:：*]+$/u',
  "interfaces/cli/quantities.ts /^([!#$%&'*+.^_`|~0-9a-z-]+):\\s*(.*)$/i",
  'interfaces/server/etags.ts /\\s*,\\s*/',
  'knowledge/annotation/annotate.ts /\\S{60,}/g',
  'library/records/canonical-fields.ts /\\s*[;|]\\s*|\\s+&\\s+/',
  'library/records/read-date.ts /[^\\p{L}]+$/u',
  'library/records/read-number.ts /[.,]+$/',
  'library/records/read-number.ts /[.,](?=\\d+$)/',
  'submissions/answers/echo.ts /["\'“”„‟«»‹›‘’「」『』()]?\\s*\\u00a4(?:[\\s+|&,.·*"\'-]*\\u00a4)*\\s*["\'“”„‟«»‹›‘’「」『』()]?/gu',
  'submissions/answers/link-digests.ts /#(?:[!/]|[\\w.-]+=).+$|^#..+$/',
  'submissions/answers/link-digests.ts /#[!/].+$|^#..+$/',
  'submissions/answers/read-records.ts /^([^:：]{1,40})(?<!\\d(?=:\\d\\d))\\s*[:：]\\s*(\\S.*)$/u',
  'submissions/answers/read-records.ts /\\s*[:：]$/u',
  'submissions/answers/stated-total.ts /(?:共|约|約|找到|搜索到|合計|全|총|검색결과)\\s*(?:有)?\\s*([\\p{Nd},]+)|([\\p{Nd},]+)\\s*(?:条|條|件|个|個|项|項|건|개|筆|冊|本|套|部|家|篇|ผลลัพธ์|รายการ)/u',
  'submissions/details/labelled-facts.ts /\\s*[:：]\\s*$/u',
  'submissions/details/read-detail.ts /\\s*\\S*(?:…|\\.\\.\\.)\\s*$/u',
  'submissions/planning/field.ts /^(?:e\\.? ?g\\.?:? ?)?(?:[\\d.,:/ +%-]*\\d[\\d.,:/ +%-]*|[dmyhsjta]{1,4}(?:[./:-][dmyhsjta]{1,4}){1,2})$/i',
  'submissions/sending/encode-request.ts /^[\\0-\\x20]+|[\\0-\\x20]+$/g',
]);

interface Regex {
  readonly name: string;
  readonly pattern: string;
  readonly flags: string;
}

function regexesOf(file: string): Regex[] {
  const found: Regex[] = [];
  const { program } = parseSync(file, readFileSync(join(SOURCE, file), 'utf8'));
  JSON.stringify(program, (_, value: unknown) => {
    const { regex } = (value ?? {}) as { regex?: { pattern: string; flags: string } };
    if (regex !== undefined) found.push({ ...regex, name: `${file} /${regex.pattern}/${regex.flags}` });
    return typeof value === 'bigint' ? String(value) : value;
  });
  return found;
}

test('expressions are linear', async () => {
  const files = readdirSync(SOURCE, { recursive: true })
    .map(String)
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts') && !APART.test(file));
  const repeating = files.flatMap(regexesOf).filter(({ pattern }) => /[*+]|,\}/.test(pattern));
  expect(repeating.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  const met = new Set<string>();
  for (const { name, pattern, flags } of repeating) {
    if (met.has(name)) continue;
    met.add(name);
    const { status } = await check(pattern, flags, { timeout: CHECK_MS });
    if (status === 'vulnerable' && !QUADRATIC.has(name)) wrong.push(name);
  }
  expect(wrong).toEqual([]);
  expect([...QUADRATIC].filter((name) => !met.has(name))).toEqual([]);
}, 3_600_000);
