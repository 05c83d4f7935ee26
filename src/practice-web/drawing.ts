/** From content to HTML: the frame of the site, its forms and blocks in the markup of its design. */

import { type Answer, html } from './answer.ts';
import type { CompiledSite } from './compiled.ts';
import { appear, choicesPath } from './forms/appearances.ts';
import type { Block, Choice, ControlSpec, FormSpec, LinkSpec, PageContent } from './site.ts';

const NOTHING = new URLSearchParams();

/** The control as the current query leaves it: chosen values, dependent choices, reloading parents. */
function settle(
  form: FormSpec,
  control: ControlSpec,
  given: URLSearchParams,
  site: CompiledSite,
): ControlSpec {
  const sent = given.getAll(control.name);
  const reloads = form.controls.some((other) => other.dependsOn === control.name);
  let settled: ControlSpec = reloads ? { ...control, ...awaited(form, control) } : control;
  if (control.dependsOn !== undefined)
    settled = { ...settled, choices: dependentChoices(form, control, given, site) };
  if (sent.length === 0 || control.type === 'password' || control.type === 'hidden') return settled;
  if (settled.choices)
    return {
      ...settled,
      choices: settled.choices.map((choice) => ({ ...choice, selected: sent.includes(choice.value) })),
    };
  return control.type === 'text' || control.type === 'search' || control.type === 'range'
    ? { ...settled, value: sent[0] ?? '' }
    : settled;
}

/** How a control that others depend on gets them their choices. */
function awaited(form: FormSpec, control: ControlSpec): Pick<ControlSpec, 'reloads' | 'fetches'> {
  const child = form.controls.find((other) => other.dependsOn === control.name);
  return form.dependents === 'xhr' && child
    ? { fetches: { from: choicesPath(form, child), into: child.name } }
    : { reloads: true };
}

export function dependentChoices(
  form: FormSpec,
  control: ControlSpec,
  given: URLSearchParams,
  site: CompiledSite,
): readonly Choice[] {
  const all = control.choices ?? [];
  const parent = given.get(control.dependsOn ?? '') ?? '';
  const match = control.match;
  const column = match && match.how !== 'words' ? match.column : '';
  const catalog = site.blueprint.databases[form.database ?? 0]?.catalog;
  const offered = catalog?.fields.find((field) => field.column === column)?.within?.values[parent] ?? [];
  return all.filter((choice) => choice.any || offered.includes(choice.value));
}

export function drawPlainForm(site: CompiledSite, form: FormSpec, given: URLSearchParams = NOTHING): string {
  return site.design.form({
    ...form,
    controls: form.controls.map((control) => settle(form, control, given, site)),
  });
}

function drawForm(site: CompiledSite, key: string, given: URLSearchParams): string {
  const form = site.forms.get(key);
  if (!form) return '';
  const drawn = drawPlainForm(site, form, given);
  const own = site.blueprint.markup?.[key];
  return own ? own(drawn, given) : appear(form, drawn, site.words.next);
}

export function drawBlock(site: CompiledSite, block: Block, given: URLSearchParams): string {
  const { design } = site;
  switch (block.kind) {
    case 'heading':
      return design.heading(block.text);
    case 'prose':
      return design.prose(block.paragraphs);
    case 'links':
      return design.links(block.links, block.title);
    case 'entries':
      return design.entries(block.entries);
    case 'facts':
      return design.facts(block.facts);
    case 'form':
      return drawForm(site, block.form, given);
    case 'html':
      return block.html;
  }
}

const templateLinks = (site: CompiledSite, place: 'nav' | 'footer'): LinkSpec[] =>
  site.blueprint.pages
    .filter((page) => page.linkedFrom === place)
    .map((page) => ({ href: page.path, text: page.title }));

/** @param given values to show in the forms of the main part */
export function drawPage(
  site: CompiledSite,
  content: PageContent,
  status = 200,
  given: URLSearchParams = NOTHING,
): Answer {
  const { blueprint, identity, words } = site;
  const forms = (keys: readonly string[] = []): string =>
    keys.map((key) => drawForm(site, key, NOTHING)).join('\n');
  const main = [
    site.design.heading(content.title),
    ...content.blocks.map((block) => drawBlock(site, block, given)),
  ];
  const hidden = site.traps.map((trap) => trap.everywhere ?? '').join('');
  return html(
    site.design.frame({
      language: identity.language,
      title: content.title,
      siteName: identity.name,
      tagline: blueprint.tagline,
      nav: [{ href: '/', text: words.home }, ...templateLinks(site, 'nav')],
      footer: templateLinks(site, 'footer'),
      headerForms: forms(blueprint.header),
      footerForms: forms(blueprint.footer),
      main: main.join('\n') + hidden,
      head: content.head ?? '',
    }),
    status,
  );
}
