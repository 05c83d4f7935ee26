import { escapeHtml } from '../html.ts';
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

const habits: ControlHabits = { id: () => undefined };

/** Hand-written and terse: no head tags, paragraphs never closed, text right before its field. */
export const bare: Design = {
  ...plainParts,
  name: 'bare',
  css: `body{font:14px monospace;margin:2em;max-width:80ch;background:#fdfdfd}a{color:#060}hr{border:0;border-top:1px dashed #999}input,select{font:inherit}`,
  frame: (page) => `<!doctype html><meta charset=utf-8><title>${escapeHtml(page.title)}</title>
<link rel=stylesheet href=/assets/site.css>${page.head}
<p><b>${escapeHtml(page.siteName)}</b> (${escapeHtml(page.tagline)})
<p>${page.nav.map((target) => `[${linkTo(target)}]`).join(' ')}
${page.headerForms}
<hr>
${page.main}
<hr>
${page.footerForms}
<p>${page.footer.map(linkTo).join(' ')}`,
  heading: (text) => `<h2>${escapeHtml(text)}</h2>`,
  prose: (paragraphs) => paragraphs.map((text) => `<p>${escapeHtml(text)}`).join('\n'),
  links: (links, title) =>
    `${title ? `<h3>${escapeHtml(title)}</h3>` : ''}<ul>${links.map((target) => `<li>${linkTo(target)}${target.note ? ` - ${escapeHtml(target.note)}` : ''}`).join('\n')}</ul>`,
  entries: (entries) =>
    `<pre>${entries.map((entry) => `<a href="${escapeHtml(entry.href)}">${escapeHtml(entry.title)}</a>  ${entry.facts.map(([, value]) => escapeHtml(value)).join('  ')}`).join('\n')}</pre>`,
  form: (form) => {
    const fields = visibleControls(form).map((control) =>
      control.honeypot
        ? drawControl(control, habits)
        : `<p>${escapeHtml(control.label)} ${drawControl(control, habits)}`,
    );
    return `${form.title ? `<h3>${escapeHtml(form.title)}</h3>` : ''}<form${formAttributes(form)}>${hiddenControls(form, habits)}${fields.join('\n')}
${drawSubmit(form, habits)}
</form>`;
  },
};
