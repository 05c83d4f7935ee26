import { element, escapeHtml } from '../html.ts';
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
  id: (control) => `ctl00_main_${control.name.replace(/\W+/g, '')}`,
  inputClass: 'txt',
  selectClass: 'ddl',
  buttonClass: 'btnGo',
};

const SECOND: Readonly<Record<string, string>> = {
  Title: 'Titre',
  Author: 'Auteur',
  City: 'Ville',
  Country: 'Pays',
  Price: 'Prix',
  Language: 'Langue',
  Year: 'Année',
  Type: 'Type',
  Genre: 'Genre',
  Search: 'Rechercher',
  Home: 'Accueil',
  Contact: 'Contact',
  Date: 'Date',
  Area: 'Quartier',
  Director: 'Réalisateur',
  From: 'De',
  To: 'À',
  Cinema: 'Cinéma',
  Brand: 'Marque',
  Password: 'Mot de passe',
};

/** Both languages side by side, the second guessed word by word as small offices do it. */
const both = (text: string): string => {
  const [first = ''] = text.split(' ');
  const second = SECOND[first];
  return second && second !== text
    ? `${escapeHtml(text)} / <i lang="fr">${escapeHtml(second)}</i>`
    : escapeHtml(text);
};

/** A public office: two languages, labels in spans without a for, long generated ids, fields in a grid of divs. */
export const bilingual: Design = {
  ...plainParts,
  name: 'bilingual',
  css: `body{font-family:Tahoma,sans-serif;font-size:13px;margin:0;background:#eef3ea}#hdr{background:#2d6a4f;color:#fff;padding:12px 20px}#hdr a,#menu a{color:#d8f3dc}#menu{background:#1b4332;padding:6px 20px}#wrap{display:flex}#main{background:#fff;flex:1;padding:16px;margin:12px}.frow{display:flex;margin-bottom:6px}.flabel{width:220px;font-weight:bold}.off{display:none}.txt,.ddl{border:1px solid #74a892;padding:3px}.btnGo{background:#2d6a4f;color:#fff;border:0;padding:5px 14px}#side{width:230px;padding:12px}#side .flabel{width:90px}#side .txt{width:130px;box-sizing:border-box}`,
  frame: (
    page,
  ) => `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="content-type" content="text/html; charset=utf-8"><title>${escapeHtml(page.title)} :: ${escapeHtml(page.siteName)}</title><link href="/assets/site.css" rel="stylesheet" type="text/css">${page.head}</head>
<body><div id="hdr"><span style="font-size:22px">${escapeHtml(page.siteName)}</span> &nbsp; ${escapeHtml(page.tagline)}</div>
<div id="menu">${page.nav.map((target) => `<a href="${escapeHtml(target.href)}">${both(target.text)}</a>`).join(' &nbsp;|&nbsp; ')}</div>
<div id="wrap"><div id="main">${page.main}</div><div id="side">${page.headerForms}${page.footerForms}</div></div>
<div id="menu">${page.footer.map(linkTo).join(' &nbsp; ')}</div></body></html>`,
  heading: (text) => `<div class="ttl"><strong style="font-size:17px">${both(text)}</strong></div>`,
  entries: (entries) =>
    entries
      .map(
        (entry) =>
          `<div class="frow"><div class="flabel"><a href="${escapeHtml(entry.href)}">${escapeHtml(entry.title)}</a></div><div>${entry.facts.map(([label, value]) => `${both(label)}: ${escapeHtml(value)}`).join('<br>')}</div></div>`,
      )
      .join('\n'),
  facts: (facts) =>
    facts
      .map(
        ([label, value]) =>
          `<div class="frow"><span class="flabel">${both(label)}</span><span>${escapeHtml(value)}</span></div>`,
      )
      .join('\n'),
  form: (form) => {
    const rows = visibleControls(form).map(
      (control) =>
        `<div class="frow${control.honeypot ? ' off' : ''}"><span class="flabel">${both(control.label)}</span>${drawControl(control, habits)}</div>`,
    );
    return `${form.title ? element('h4', {}, both(form.title)) : ''}<form${formAttributes(form, { id: `aspnet_${form.key}` })}><div>${hiddenControls(form, habits)}</div>
${rows.join('\n')}
<div class="frow"><span class="flabel">&nbsp;</span>${drawSubmit(form, habits)}</div></form>`;
  },
};
