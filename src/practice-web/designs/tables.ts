import { attributes, escapeHtml, link } from '../html.ts';
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

/** Late-nineties tables: font elements, fields in rows, the form begun between table and row so that the parser moves it. */
export const tables: Design = {
  ...plainParts,
  name: 'tables',
  css: `BODY{font-family:Verdana,Arial;font-size:11px;background:#dfe6ee;margin:0}TABLE{font-size:11px}A{color:#003399}.bar{background:#003366;color:#fff}.bar A{color:#ffcc66}.box{border:1px solid #99aabb;background:#fff}`,
  frame: (page) => `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML><HEAD><TITLE>${escapeHtml(page.title)} - ${escapeHtml(page.siteName)}</TITLE><LINK REL="stylesheet" HREF="/assets/site.css">${page.head}</HEAD>
<BODY BGCOLOR="#dfe6ee">
<TABLE WIDTH="100%" CELLPADDING="6" CELLSPACING="0" BORDER="0" CLASS="bar"><TR><TD><FONT SIZE="5"><B>${escapeHtml(page.siteName)}</B></FONT><BR>${escapeHtml(page.tagline)}</TD><TD ALIGN="right">${page.headerForms}</TD></TR></TABLE>
<TABLE WIDTH="100%" CELLPADDING="8" CELLSPACING="6" BORDER="0"><TR VALIGN="top">
<TD WIDTH="150" CLASS="box">${page.nav.map((target) => `&raquo; ${linkTo(target)}<BR>`).join('\n')}</TD>
<TD CLASS="box">${page.main}</TD></TR></TABLE>
<CENTER>${page.footerForms}<HR WIDTH="80%">${page.footer.map(linkTo).join(' | ')}</CENTER>
</BODY></HTML>`,
  heading: (text) => `<FONT SIZE="4" COLOR="#003366"><B>${escapeHtml(text)}</B></FONT><BR>`,
  prose: (paragraphs) => paragraphs.map((text) => `<P ALIGN="justify">${escapeHtml(text)}`).join('\n'),
  entries: (entries) => `<TABLE BORDER="1" CELLPADDING="3" CELLSPACING="0" WIDTH="100%">
${entries.map((entry) => `<TR><TD>${link(entry.href, entry.title)}</TD>${entry.facts.map(([, value]) => `<TD>${escapeHtml(value)}</TD>`).join('')}</TR>`).join('\n')}
</TABLE>`,
  facts: (facts) =>
    `<TABLE>${facts.map(([label, value]) => `<TR><TD><B>${escapeHtml(label)}:</B></TD><TD>${escapeHtml(value)}</TD></TR>`).join('')}</TABLE>`,
  form: (form) => {
    const shown = visibleControls(form);
    const name = attributes({ name: `frm_${form.key.replace(/\W/g, '')}` });
    if (shown.length === 1 && !form.title) {
      const [only] = shown;
      return `<FORM${formAttributes(form)}${name}>${hiddenControls(form, habits)}${escapeHtml(only?.label ?? '')}: ${only ? drawControl(only, habits) : ''} ${drawSubmit(form, habits)}</FORM>`;
    }
    const rows = shown.map(
      (control) =>
        `<TR${control.honeypot ? ' STYLE="display:none"' : ''}><TD ALIGN="right"><B>${escapeHtml(control.label)}:</B></TD><TD>${drawControl(control, habits)}</TD></TR>`,
    );
    rows.push(`<TR><TD>&nbsp;</TD><TD>${hiddenControls(form, habits)}${drawSubmit(form, habits)}</TD></TR>`);
    const title = form.title ? `<B>${escapeHtml(form.title)}</B>\n` : '';
    const start = `<FORM${formAttributes(form)}${name}>`;
    const table = '<TABLE BORDER="0" CELLPADDING="2" CELLSPACING="2">';
    // Markup that a script inserts must nest: only the parser ties stray controls to their form.
    return form.appears === 'script' || form.appears === 'shadow'
      ? `${title}${start}${table}${rows.join('\n')}</TABLE></FORM>`
      : `${title}${table}${start}\n${rows.join('\n')}\n</FORM></TABLE>`;
  },
};
