/** How a site looks: what every design must be able to draw, and the parts they draw alike. */

import { attributes, element, escapeHtml, link } from '../html.ts';
import type { Choice, ControlSpec, Entry, FormSpec, LinkSpec } from '../site.ts';

/** A page with all its parts drawn, ready for the frame of the design. */
interface Framed {
  readonly language: string;
  readonly title: string;
  readonly siteName: string;
  readonly tagline: string;
  readonly nav: readonly LinkSpec[];
  readonly footer: readonly LinkSpec[];
  /** Drawn forms of the header and the footer. */
  readonly headerForms: string;
  readonly footerForms: string;
  readonly main: string;
  readonly head: string;
}

export interface Design {
  readonly name: string;
  readonly css: string;
  frame(page: Framed): string;
  heading(text: string): string;
  prose(paragraphs: readonly string[]): string;
  links(links: readonly LinkSpec[], title?: string): string;
  entries(entries: readonly Entry[]): string;
  facts(facts: readonly (readonly [string, string])[]): string;
  form(form: FormSpec): string;
}

/** What differs between designs in the markup of single controls. */
export interface ControlHabits {
  readonly id: (control: ControlSpec) => string | undefined;
  readonly inputClass?: string;
  readonly selectClass?: string;
  readonly buttonClass?: string;
  /** Label text goes into placeholder or title instead of a label element. */
  readonly hint?: 'placeholder' | 'title' | 'aria-label';
}

const option = (choice: Choice): string =>
  `<option${attributes({ value: choice.value, selected: choice.selected })}>${escapeHtml(choice.label)}</option>`;

function choiceInputs(control: ControlSpec, habits: ControlHabits): string {
  const drawn = (control.choices ?? []).map((choice, at) => {
    const id = habits.id(control);
    const input = attributes({
      type: control.type,
      name: control.name,
      value: choice.value,
      id: id && `${id}_${at}`,
      checked: choice.selected,
    });
    return `<label><input${input}> ${escapeHtml(choice.label)}</label>`;
  });
  return drawn.join('\n');
}

/** Asks for the choices of another select and puts them behind its first, as pages of the last ten years do. */
const fetching = ({ from, into }: { readonly from: string; readonly into: string }): string =>
  `var s=this.form.elements['${into}'];fetch('${from}?value='+encodeURIComponent(this.value)).then(function(r){return r.json()}).then(function(l){s.length=1;l.forEach(function(c){s.add(new Option(c.label,c.value))})})`;

/** Suggestions stand beside their box, with an id of their own. */
const datalist = (control: ControlSpec): string =>
  control.suggestions
    ? `<datalist id="list-${control.name}">${control.suggestions.map((value) => `<option${attributes({ value })}>`).join('')}</datalist>`
    : '';

/** The control alone, without its label. */
export function drawControl(control: ControlSpec, habits: ControlHabits): string {
  const { name, type } = control;
  const id = habits.id(control);
  const hint = habits.hint && control.label ? { [habits.hint]: control.label } : {};
  if (type === 'radio' || type === 'checkbox') return choiceInputs(control, habits);
  if (type === 'select') {
    // A select that others depend on asks the server again, as pages without much script do.
    const onchange = control.reloads
      ? `window.location.search='?'+this.name+'='+encodeURIComponent(this.value)`
      : control.fetches && fetching(control.fetches);
    const multiple = control.multiple ? { multiple: true, size: 5 } : {};
    const options = (control.choices ?? []).map(option).join('');
    return element(
      'select',
      {
        name,
        id,
        class: habits.selectClass,
        onchange,
        required: control.required === true,
        ...multiple,
        ...(habits.hint === 'placeholder' ? {} : hint),
      },
      options,
    );
  }
  if (type === 'textarea')
    return element('textarea', { name, id, rows: 5, cols: 40, class: habits.inputClass, ...hint });
  const style = control.honeypot ? 'position:absolute;left:-5000px' : undefined;
  const onfocus = control.prompt ? "if(this.value==this.defaultValue)this.value=''" : undefined;
  const tabindex = control.honeypot ? '-1' : undefined;
  const list = control.suggestions && `list-${control.name}`;
  const { bounds } = control;
  return `<input${attributes({ type, name, id, value: control.value, min: bounds?.min, max: bounds?.max, step: bounds?.step, list, class: type === 'hidden' ? undefined : habits.inputClass, required: control.required === true, onfocus, style, tabindex, ...(type === 'hidden' ? {} : { placeholder: control.placeholder, ...hint }) })}>${datalist(control)}`;
}

export function drawSubmit(form: FormSpec, habits: ControlHabits): string {
  const { how, label, name } = form.submit;
  const shared = { name, class: habits.buttonClass };
  if (how === 'none') return '';
  if (how === 'input') return `<input${attributes({ type: 'submit', ...shared, value: label })}>`;
  if (how === 'anchor') {
    // `submit` tells no listener: a form that a script answers is sent so that the script hears of it.
    const send = form.results === 'xhr' ? 'requestSubmit' : 'submit';
    return element(
      'a',
      { href: '#', class: habits.buttonClass, onclick: `this.closest('form').${send}();return false` },
      escapeHtml(label),
    );
  }
  if (how === 'image')
    return `<input${attributes({ type: 'image', ...shared, src: '/assets/go.svg', alt: label })}>`;
  if (how === 'icon')
    return element(
      'button',
      { type: 'submit', ...shared, 'aria-label': label },
      '<svg width="14" height="14" viewBox="0 0 14 14"><circle cx="6" cy="6" r="4" fill="none" stroke="currentColor"/><path d="M9 9l4 4" stroke="currentColor"/></svg>',
    );
  return element('button', { type: 'submit', ...shared }, escapeHtml(label));
}

export const formAttributes = (
  form: FormSpec,
  more: Readonly<Record<string, string | undefined>> = {},
): string =>
  attributes({
    action: form.omitAction ? undefined : form.action,
    method: form.method === 'POST' ? 'post' : 'get',
    enctype: form.multipart ? 'multipart/form-data' : undefined,
    ...more,
  });

export const hiddenControls = (form: FormSpec, habits: ControlHabits): string =>
  form.controls
    .filter((control) => control.type === 'hidden')
    .map((control) => drawControl(control, habits))
    .join('');

export const visibleControls = (form: FormSpec): readonly ControlSpec[] =>
  form.controls.filter((control) => control.type !== 'hidden');

export const linkTo = (target: LinkSpec): string => link(target.href, target.text, { rel: target.rel });

export const linkList = (links: readonly LinkSpec[]): string =>
  links
    .map((target) => `<li>${linkTo(target)}${target.note ? ` ${escapeHtml(target.note)}` : ''}</li>`)
    .join('\n');

/** Plain HTML for what a design does not draw its own way. */
export const plainParts: Pick<Design, 'heading' | 'prose' | 'links' | 'entries' | 'facts'> = {
  heading: (text) => `<h2>${escapeHtml(text)}</h2>`,
  prose: (paragraphs) => paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n'),
  links: (links, title) => `${title ? `<h3>${escapeHtml(title)}</h3>\n` : ''}<ul>\n${linkList(links)}\n</ul>`,
  entries: (entries) =>
    entries
      .map(
        (entry) =>
          `<div class="entry"><h3>${link(entry.href, entry.title)}</h3><p>${entry.facts.map(([label, value]) => `${escapeHtml(label)}: ${escapeHtml(value)}`).join(', ')}</p></div>`,
      )
      .join('\n'),
  facts: (facts) =>
    `<ul class="facts">${facts.map(([label, value]) => `<li><b>${escapeHtml(label)}</b> ${escapeHtml(value)}</li>`).join('')}</ul>`,
};
