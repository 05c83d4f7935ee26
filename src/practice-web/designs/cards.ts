import { element, escapeHtml, link } from '../html.ts';
import type { ControlSpec } from '../site.ts';
import {
  type ControlHabits,
  type Design,
  drawControl,
  drawSubmit,
  formAttributes,
  hiddenControls,
  linkTo,
  plainParts,
  visibleControls,
} from './design.ts';

const habits: ControlHabits = {
  id: () => undefined,
  inputClass: 'field__input',
  selectClass: 'field__input field__input--select',
  buttonClass: 'button button--accent',
  hint: 'aria-label',
};

/** With no label to be seen, the box shows its label as placeholder and the select as its first choice. */
function selfExplaining(control: ControlSpec): ControlSpec {
  if (control.type === 'text' || control.type === 'search')
    return { ...control, placeholder: control.placeholder ?? control.label };
  if (control.type !== 'select' || !control.choices) return control;
  const any = control.choices.findIndex((choice) => choice.any);
  return {
    ...control,
    choices: control.choices.map((choice, at) => (at === any ? { ...choice, label: control.label } : choice)),
  };
}

/** A present-day shop front: block__element class names, labels only for screen readers or in the placeholder. */
export const cards: Design = {
  ...plainParts,
  name: 'cards',
  css: `:root{--accent:#b4371f}body{margin:0;font:16px/1.55 "Inter",Helvetica,sans-serif;background:#f4f1ee;color:#2b2320}.top{position:sticky;top:0;background:#fff;box-shadow:0 1px 8px #0002;padding:.8rem 2rem;display:flex;gap:1.4rem;align-items:center;flex-wrap:wrap}.top__brand{font-weight:800;color:var(--accent)}.top a{text-decoration:none;color:inherit}.main{max-width:70rem;margin:2rem auto;padding:0 1rem}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem}.tile{background:#fff;border-radius:1rem;padding:1rem}.finder{display:flex;flex-wrap:wrap;gap:.6rem;background:#fff;padding:1rem;border-radius:1rem}.field__input{border:1px solid #ccc;border-radius:2rem;padding:.5rem 1rem}.button{border:0;border-radius:2rem;padding:.5rem 1.2rem;background:var(--accent);color:#fff}.gone{position:absolute;left:-9999px}`,
  frame: (page) => `<!DOCTYPE html>
<html lang="${page.language}"><head><meta charset="utf-8"><title>${escapeHtml(page.siteName)} — ${escapeHtml(page.title)}</title><meta name="description" content="${escapeHtml(page.tagline)}"><link rel="stylesheet" href="/assets/site.css">${page.head}</head>
<body class="page"><header class="top"><a class="top__brand" href="/">${escapeHtml(page.siteName)}</a>${page.nav.map((target) => link(target.href, target.text, { class: 'top__link', rel: target.rel })).join('')}${page.headerForms}</header>
<main class="main"><section class="section">${page.main}</section></main>
<footer class="main foot">${page.footerForms}<div class="foot__links">${page.footer.map(linkTo).join(' · ')}</div></footer></body></html>`,
  entries: (entries) =>
    `<div class="grid">${entries
      .map(
        (entry) =>
          `<article class="tile"><a class="tile__link" href="${escapeHtml(entry.href)}"><h3 class="tile__title">${escapeHtml(entry.title)}</h3></a>${entry.facts.map(([label, value]) => element('div', { class: 'tile__fact', 'data-label': label }, escapeHtml(value))).join('')}</article>`,
      )
      .join('')}</div>`,
  facts: (facts) =>
    `<div class="sheet">${facts.map(([label, value]) => `<div class="sheet__row"><span class="sheet__label">${escapeHtml(label)}</span><span class="sheet__value">${escapeHtml(value)}</span></div>`).join('')}</div>`,
  form: (form) => {
    const fields = visibleControls(form).map((control) => {
      const shown = selfExplaining(control);
      return `<div class="field${control.honeypot ? ' gone' : ''}">${drawControl(shown, habits)}</div>`;
    });
    const search = form.type === 'search' ? { role: 'search' } : {};
    return `<form${formAttributes(form, { class: 'finder', ...search })}>${hiddenControls(form, habits)}${fields.join('')}${drawSubmit(form, habits)}</form>`;
  },
};
