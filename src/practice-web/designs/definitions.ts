import { element, escapeHtml, link } from '../html.ts';
import {
  type ControlHabits,
  type Design,
  drawControl,
  drawSubmit,
  formAttributes,
  hiddenControls,
  linkList,
  linkTo,
  plainParts,
  visibleControls,
} from './design.ts';

const habits: ControlHabits = { id: (control) => `f_${control.name.replace(/\W+/g, '_')}` };

/** A university department: serif, definition lists, fieldsets with legends, XHTML doctype and self-closed elements. */
export const definitions: Design = {
  ...plainParts,
  name: 'definitions',
  css: `body{font-family:Georgia,"Times New Roman",serif;max-width:52em;margin:1em auto;color:#222;background:#fffdf7}h1{font-weight:normal;border-bottom:3px double #774}dt{font-style:italic;float:left;clear:left;width:11em}dd{margin-left:12em;margin-bottom:.5em}fieldset{border:1px solid #cca}#menu li{display:inline;margin-right:1.2em}#foot{border-top:1px solid #cca;font-size:85%}.nobody{display:none}`,
  frame: (page) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="${page.language}" lang="${page.language}">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>${escapeHtml(page.siteName)}: ${escapeHtml(page.title)}</title>
<link rel="stylesheet" type="text/css" href="/assets/site.css" />
${page.head}
</head>
<body>
<h1>${escapeHtml(page.siteName)}</h1>
<p><em>${escapeHtml(page.tagline)}</em></p>
<ul id="menu">${linkList(page.nav)}</ul>
${page.headerForms}
<div id="content">
${page.main}
</div>
<div id="foot">${page.footerForms}<p>${page.footer.map(linkTo).join(' &middot; ')}</p></div>
</body>
</html>`,
  entries: (entries) =>
    `<ol>${entries.map((entry) => `<li>${link(entry.href, entry.title)}. ${entry.facts.map(([, value]) => escapeHtml(value)).join('; ')}.</li>`).join('\n')}</ol>`,
  facts: (facts) =>
    `<dl class="record">${facts.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')}</dl>`,
  form: (form) => {
    const parts = visibleControls(form).map((control) => {
      if (control.honeypot) return `<dd class="nobody">${drawControl(control, habits)}</dd>`;
      return `<dt>${element('label', { for: habits.id(control) }, escapeHtml(control.label))}</dt>\n<dd>${drawControl(control, habits)}</dd>`;
    });
    return `<form${formAttributes(form)}><fieldset>${form.title ? `<legend>${escapeHtml(form.title)}</legend>` : ''}
${hiddenControls(form, habits)}<dl>
${parts.join('\n')}
<dt>&#160;</dt><dd>${drawSubmit(form, habits)}</dd>
</dl></fieldset></form>`;
  },
};
