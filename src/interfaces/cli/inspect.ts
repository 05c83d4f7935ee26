import { z } from 'zod';
import type { Inspection } from '../../app/index.ts';
import { meaningsOf } from '../../forms/index.ts';
import { inGroup, off } from '../../foundation/options/index.ts';
import { printable } from '../../foundation/text/index.ts';
import { siteOf } from '../../foundation/url/index.ts';
import { formIdOf } from '../../library/index.ts';
import type { RenderReason } from '../../storage/index.ts';
import { command, describeForm, printJson, text } from '../terminal/index.ts';
import { ARCHIVE, ONE_PAGE, pageOptions } from './crawl-options.ts';

export const inspectCommand = command({
  options: z.object({
    ...ONE_PAGE,
    ...ARCHIVE,
    storage: ARCHIVE.storage.describe('<dir> folder of your labels, which override rules and models'),
    ...inGroup('Output', {
      json: off.describe('print one JSON object'),
      picture: text.describe(
        '<file.png> a picture of the page with its forms outlined and named (needs the browser)',
      ),
      verbose: off
        .describe('the weights of the verdicts, names of controls and where their labels were found')
        .meta({ flag: '-v, --verbose' }),
    }),
  }),
  help: 'Examples:\n  fieldfare inspect https://www.abebooks.com/ --picture forms.png\n  fieldfare inspect page.html --base https://example.org/\n  fieldfare inspect https://example.org/ --web replay:crawl.warc.gz',
  async run({ json, verbose, ...flags }, page: string) {
    const { inspect } = await import('../../app/index.ts');
    const { text: _t, ...inspection } = await inspect(page, pageOptions(flags));
    if (json) return printJson(inspection);
    const { renderText } = await import('../../reports/index.ts');
    process.stdout.write(`${describePage(inspection, renderText, verbose)}\n`);
    if (flags.picture !== undefined)
      process.stdout.write(`\npicture: ${flags.picture}${notDrawn(inspection.reading.forms)}\n`);
  },
});

/** Forms that the picture has no outline of. */
function notDrawn(forms: Inspection['reading']['forms']): string {
  const missing = forms.flatMap(({ form: { visible, where } }, i) =>
    visible && where.kind !== 'frame' ? [] : [`Form ${i + 1} (${visible ? 'in a frame' : 'hidden'})`],
  );
  return missing.length === 0 ? '' : `; not drawn: ${missing.join(', ')}`;
}

/** Links that a harvest would not follow, and at whose wish. */
function nofollowLine({ page, links }: Inspection['reading']['nofollow']): string[] {
  if (page === null && links === 0) return [];
  const who =
    page === null
      ? 'marked rel=nofollow'
      : `on a page that says nofollow (${page === 'meta' ? 'meta robots' : 'X-Robots-Tag'})`;
  const are = links === 1 ? 'link is' : 'links are';
  return [`${links} more ${are} not followed, ${who}; harvest --no-robots lifts it, for hosts of your own`];
}

function describePage(
  { reading, status, encoding, renderedBy, reasons, rules }: Omit<Inspection, 'text'>,
  renderText: (reason: RenderReason) => string,
  verbose: boolean,
): string {
  const { forms, topic, renderDecision: gate, nofollow } = reading;
  const searchable = forms.filter((form) => form.verdict.searchable).length;
  const lines = [
    printable(reading.title) || '(no title)',
    `${printable(reading.url)}`,
    `${status === undefined ? 'file' : `status ${status}`}, ${encoding}, read ${renderedBy === 'browser' ? 'in the browser' : 'without a browser'} (${renderText(gate)}); ${reading.links.length} links`,
    ...(reading.truncated
      ? ['cut: too long to be read to its end; what stands behind the cut is unknown']
      : []),
    ...nofollowLine(nofollow),
    `about: ${topic.domain ?? 'none of the domains'} (similarity ${topic.similarity.toFixed(3)})`,
    ...(rules.off.length > 0 ? [`rejection rules switched off: ${rules.off.join(', ')}`] : []),
    ...(rules.on.length > 0 ? [`risky rejection rules switched on: ${rules.on.join(', ')}`] : []),
    `${forms.length} ${forms.length === 1 ? 'form' : 'forms'}, ${searchable} searchable`,
  ];
  forms.forEach((form, i) => {
    const formId = status === undefined ? form.form.id : formIdOf(siteOf(reading.url), form.form);
    const shown = { ...form, reason: reasons[i] ?? undefined, formId };
    lines.push('', ...describeForm(shown, meaningsOf(form.form), i + 1, verbose));
  });
  return lines.join('\n');
}
