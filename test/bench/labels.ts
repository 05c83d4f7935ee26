/**
 * How often a control's caption is found by where it stands: on pages with `<label>` elements, these are turned into plain
 * spans, and the caption found then is compared with the label. `node test/bench/labels.ts FOLDER`, the folder as for
 * `fieldfare evaluate forms`.
 */
import { extractForms } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { foldText } from '../../src/foundation/text/index.ts';
import { readLabelledPages } from '../../src/wings/laboratory/forms/labelled-pages.ts';

const words = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const formsOf = (html: string, url: string) =>
  extractForms(parseTree(html, url)).filter(({ where }) => where.hasFormTag);

interface Count {
  captions: number;
  found: number;
  /** Where a placeholder or a title took the label's place, which markup gives all the same. */
  declared: number;
}
const counts: Record<'all' | 'search', Count> = {
  all: { captions: 0, found: 0, declared: 0 },
  search: { captions: 0, found: 0, declared: 0 },
};

const [, , folder = '../shared/datasets/forms'] = process.argv;
for await (const { url, html, labels } of readLabelledPages(folder)) {
  if (!/<label/i.test(html)) continue;
  const [before, after] = [html, html.replace(/<(\/?)label\b[^>]*>/gi, '<$1span>')].map((text) =>
    formsOf(text, url),
  );
  for (const { formIndex, type } of labels) {
    const controls = after?.[formIndex ?? -1]?.controls ?? [];
    (before?.[formIndex ?? -1]?.controls ?? []).forEach(({ name, label, labelSource, visible }, i) => {
      const now = controls[i];
      const truth = words(label);
      if (!visible || !/^(?:label|wrapping)$/.test(labelSource) || truth === '' || now?.name !== name) return;
      const said = words(now.label);
      const found =
        said === truth ||
        (now.labelSource !== 'name' && said.length > 2 && (truth.includes(said) || said.includes(truth)));
      for (const count of type === 'search' ? [counts.all, counts.search] : [counts.all]) {
        count.captions++;
        if (found) count.found++;
        else if (/^(?:placeholder|title)$/.test(now.labelSource)) count.declared++;
      }
    });
  }
}
for (const [forms, { captions, found, declared }] of Object.entries(counts))
  console.log(
    `${forms} forms: ${captions} labels, ${found} found by place alone (${(found / captions).toFixed(3)}), ${declared} replaced by a placeholder or title`,
  );
