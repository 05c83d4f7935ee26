import type { Command } from 'commander';
import type { Inspection } from '../../app/index.ts';
import type { FieldMeaning, Form } from '../../forms/index.ts';
import { printable } from '../../foundation/text/index.ts';
import type { RenderReason } from '../../storage/index.ts';
import { describeForm } from '../terminal/index.ts';
import type { GivenOptions } from './add-options.ts';
import type { INSPECT } from './command-options.ts';
import { pageCommand, pageOptions } from './page-command.ts';

export function inspectCommand(): Command {
  return pageCommand('inspect', 'show the forms of one page, the verdict on each, and why')
    .addHelpText(
      'after',
      '\nExamples:\n  fieldfare inspect https://www.abebooks.com/ --picture forms.png\n  fieldfare inspect page.html --base https://example.org/\n  fieldfare inspect https://example.org/ --web replay:crawl.warc.gz',
    )
    .action(run);
}

async function run(page: string, given: GivenOptions<typeof INSPECT>): Promise<void> {
  const { inspect } = await import('../../app/index.ts');
  const { INSPECT } = await import('./command-options.ts');
  const { checkOptions } = await import('./add-options.ts');
  const flags = checkOptions(INSPECT, given);
  const { storage, picture, verbose } = flags;
  const { text: _, ...inspection } = await inspect(page, {
    ...pageOptions(flags),
    storage,
    ...(picture !== undefined && { picture }),
  });
  if (flags.json) process.stdout.write(`${JSON.stringify(inspection)}\n`);
  else {
    const { meaningsOf } = await import('../../forms/index.ts');
    const { renderText } = await import('../../reports/index.ts');
    const { formIdOf } = await import('../../library/index.ts');
    const { siteOf } = await import('../../foundation/url/index.ts');
    const idOf = (form: Form): string => formIdOf(siteOf(inspection.reading.url), form);
    process.stdout.write(`${describePage(inspection, { idOf, meaningsOf, renderText }, verbose)}\n`);
    if (picture !== undefined)
      process.stdout.write(`\npicture: ${picture}${notDrawn(inspection.reading.forms)}\n`);
  }
}

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

interface Words {
  /** Id of a form in the store of a harvest. */
  readonly idOf: (form: Form) => string;
  readonly meaningsOf: (form: Form) => readonly FieldMeaning[];
  readonly renderText: (reason: RenderReason) => string;
}

function describePage(
  { reading, status, encoding, renderedBy, reasons, rules }: Omit<Inspection, 'text'>,
  { idOf, meaningsOf, renderText }: Words,
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
    const formId = status === undefined ? form.form.id : idOf(form.form);
    const shown = { ...form, reason: reasons[i] ?? undefined, formId };
    lines.push('', ...describeForm(shown, meaningsOf(form.form), i + 1, verbose));
  });
  return lines.join('\n');
}
