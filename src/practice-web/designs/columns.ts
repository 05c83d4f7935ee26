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

const habits: ControlHabits = {
  id: (control) => `input${control.name.replace(/\W+/g, '-')}`,
  inputClass: 'form-control',
  selectClass: 'form-select',
  buttonClass: 'btn btn-primary',
};

/** The grid framework of the twenty-tens: navbar, rows, columns, cards, form groups. */
export const columns: Design = {
  ...plainParts,
  name: 'columns',
  css: `*{box-sizing:border-box}body{margin:0;font:15px/1.5 system-ui,sans-serif;color:#212529}.navbar{background:#343a40;padding:.6rem 1rem;display:flex;gap:1rem;flex-wrap:wrap;align-items:center}.navbar a{color:#fff;text-decoration:none}.navbar form{border:0;margin:0;padding:0;color:#fff;display:flex;gap:.4rem;align-items:end}.navbar .mb-3{margin:0}.container{max-width:1080px;margin:0 auto;padding:1rem}.row{display:flex;flex-wrap:wrap;gap:1rem}.col-md-4{flex:1 1 30%;min-width:240px}.card{border:1px solid #dee2e6;border-radius:.4rem;padding:1rem;margin-bottom:1rem}.mb-3{margin-bottom:.8rem}.form-control,.form-select{display:block;width:100%;padding:.4rem;border:1px solid #ced4da;border-radius:.3rem}.btn{padding:.4rem 1rem;border:0;border-radius:.3rem;background:#0d6efd;color:#fff}.d-none{display:none}footer{background:#f8f9fa;padding:1rem}`,
  frame: (page) => `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} | ${escapeHtml(page.siteName)}</title>
<link rel="stylesheet" href="/assets/site.css">
${page.head}
</head>
<body>
<nav class="navbar navbar-expand-lg"><a class="navbar-brand" href="/"><b>${escapeHtml(page.siteName)}</b></a>
${page.nav.map((target) => link(target.href, target.text, { class: 'nav-link', rel: target.rel })).join('\n')}
<div class="ms-auto">${page.headerForms}</div></nav>
<div class="container">
<p class="lead">${escapeHtml(page.tagline)}</p>
${page.main}
</div>
<footer class="footer"><div class="container"><div class="row"><div class="col-md-4"><ul class="list-unstyled">${linkList(page.footer)}</ul></div><div class="col-md-4">${page.footerForms}</div></div></div></footer>
</body>
</html>`,
  heading: (text) => element('h1', { class: 'h3' }, escapeHtml(text)),
  entries: (entries) =>
    `<div class="row">${entries
      .map(
        (entry) =>
          `<div class="col-md-4"><div class="card"><div class="card-body"><h5 class="card-title">${link(entry.href, entry.title)}</h5><p class="card-text">${entry.facts.map(([label, value]) => `<span class="text-muted">${escapeHtml(label)}</span> ${escapeHtml(value)}`).join('<br>')}</p></div></div></div>`,
      )
      .join('\n')}</div>`,
  links: (links, title) =>
    `${title ? `<h4>${escapeHtml(title)}</h4>` : ''}<div class="list-group">${links.map((target) => `<div class="list-group-item">${linkTo(target)}${target.note ? ` <small>${escapeHtml(target.note)}</small>` : ''}</div>`).join('\n')}</div>`,
  facts: (facts) =>
    `<table class="table table-striped"><tbody>${facts.map(([label, value]) => `<tr><th scope="row">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</tbody></table>`,
  form: (form) => {
    const groups = visibleControls(form).map((control) => {
      if (control.honeypot) return `<div class="d-none">${drawControl(control, habits)}</div>`;
      const grouped = control.type === 'radio' || control.type === 'checkbox';
      const caption = grouped
        ? `<span class="form-label">${escapeHtml(control.label)}</span>`
        : element('label', { class: 'form-label', for: habits.id(control) }, escapeHtml(control.label));
      return `<div class="mb-3 form-group">${caption}\n${drawControl(control, habits)}</div>`;
    });
    return `${form.title ? `<h4>${escapeHtml(form.title)}</h4>\n` : ''}<form${formAttributes(form, { class: 'card form', id: `${form.key}-form` })}>
${hiddenControls(form, habits)}${groups.join('\n')}
${drawSubmit(form, habits)}
</form>`;
  },
};
