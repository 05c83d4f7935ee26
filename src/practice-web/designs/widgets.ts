import { element, escapeHtml, link } from '../html.ts';
import {
  type ControlHabits,
  type Design,
  drawControl,
  drawSubmit,
  formAttributes,
  hiddenControls,
  linkList,
  plainParts,
  visibleControls,
} from './design.ts';

const habits: ControlHabits = {
  id: (control) => control.name.replace(/\W+/g, '-'),
  inputClass: 'input-text',
  buttonClass: 'button search-submit',
};

/** A blog engine: widgets in a sidebar, labels around the fields, screen-reader texts, paragraphs in forms. */
export const widgets: Design = {
  ...plainParts,
  name: 'widgets',
  css: `body{font:17px/1.6 "Source Serif",Cambria,serif;margin:0;color:#333}.site-header{text-align:center;padding:2em 1em;border-bottom:1px solid #ddd}.menu{list-style:none;padding:0}.menu li{display:inline;margin:0 .6em}.site-content{display:grid;grid-template-columns:1fr 260px;gap:2em;max-width:64em;margin:2em auto}.widget{margin-bottom:2em;font-size:.85em}.screen-reader-text{position:absolute;clip:rect(0 0 0 0)}.hp{display:none!important}.site-footer{background:#222;color:#aaa;padding:1.5em;text-align:center}.site-footer a{color:#ddd}`,
  frame: (page) => `<!DOCTYPE html>
<html lang="${page.language}">
<head>
<meta charset="UTF-8" />
<title>${escapeHtml(page.title)} &#8211; ${escapeHtml(page.siteName)}</title>
<link rel='stylesheet' href='/assets/site.css' type='text/css' media='all' />
${page.head}
</head>
<body class="home blog custom-background">
<header id="masthead" class="site-header"><p class="site-title"><a href="/" rel="home">${escapeHtml(page.siteName)}</a></p><p class="site-description">${escapeHtml(page.tagline)}</p>
<ul id="primary-menu" class="menu">${linkList(page.nav)}</ul></header>
<div id="content" class="site-content"><main id="main" class="site-main">
<article class="post hentry">${page.main}</article>
</main><aside id="secondary" class="widget-area">${page.headerForms ? `<section class="widget">${page.headerForms}</section>` : ''}${page.footerForms ? `<section class="widget">${page.footerForms}</section>` : ''}</aside></div>
<footer class="site-footer"><ul class="menu">${linkList(page.footer)}</ul></footer>
</body></html>`,
  heading: (text) => element('h1', { class: 'entry-title' }, escapeHtml(text)),
  entries: (entries) =>
    entries
      .map(
        (entry) =>
          `<article class="post"><h2 class="entry-title">${link(entry.href, entry.title, { rel: 'bookmark' })}</h2><div class="entry-meta">${entry.facts.map(([label, value]) => `<span>${escapeHtml(label)}: ${escapeHtml(value)}</span>`).join(' | ')}</div></article>`,
      )
      .join('\n'),
  form: (form) => {
    const fields = visibleControls(form).map((control) => {
      if (control.honeypot) return `<p class="hp">${drawControl(control, habits)}</p>`;
      if (control.type === 'radio' || control.type === 'checkbox')
        return `<p>${escapeHtml(control.label)}<br />${drawControl(control, habits)}</p>`;
      const caption = form.title
        ? `${escapeHtml(control.label)}<br />`
        : `<span class="screen-reader-text">${escapeHtml(control.label)}</span>`;
      return form.title
        ? `<p><label>${caption}${drawControl(control, habits)}</label></p>`
        : `<label>${caption}${drawControl(control, habits)}</label>`;
    });
    const role = form.type === 'search' && !form.title ? { role: 'search', id: 'searchform' } : {};
    return `${form.title ? `<h3 class="widget-title">${escapeHtml(form.title)}</h3>` : ''}<form${formAttributes(form, { class: `${form.key}-form`, ...role })}>${hiddenControls(form, habits)}${fields.join('\n')}
${drawSubmit(form, habits)}</form>`;
  },
};
