/** The ways a form comes into a page: written in it, built by a script, in a shadow root, in a frame, or with no form element. */

import { attributes, escapeHtml, scriptJson } from '../html.ts';
import type { ControlSpec, FormSpec } from '../site.ts';
import { appScript, mountPoint } from './apps.ts';

/** Path of the document inside a frame. */
export const framePath = (form: FormSpec): string => `/embed/${form.key}`;
/** Path of the script that builds a form. */
const scriptPath = (form: FormSpec): string => `/assets/form-${form.key}.js`;
/** Path that answers with the choices of a control that depends on another. */
export const choicesPath = (form: FormSpec, control: ControlSpec): string =>
  `/api/choices/${form.key}/${encodeURIComponent(control.name)}`;
/** Path that answers a form's XHR requests. */
export const dataPath = (form: FormSpec): string => `/api${form.action}`;

/** `show(data, box, url, page)`: lists what came, and a button that asks for more of it. */
export const showResults = (more: string): string =>
  `function show(data,box,url,page){if(page===1){box.textContent='';var p=document.createElement('p');p.textContent=data.total+' '+data.found;box.appendChild(p)}data.items.forEach(function(item){var d=document.createElement('div'),a=document.createElement('a');a.href=item.href;a.textContent=item.title;d.className='entry';d.appendChild(a);d.appendChild(document.createTextNode(' '+item.text));box.appendChild(d)});if(page*10<data.total){var b=document.createElement('button');b.type='button';b.textContent=${scriptJson(more)};b.onclick=function(){b.remove();fetch(url+'&page='+(page+1)).then(function(r){return r.json()}).then(function(d){show(d,box,url,page+1)})};box.appendChild(b)}}`;

/** The script that builds the form from a description, element by element, as widgets of other sites do. */
export function builderScript(form: FormSpec, drawn: string, more: string): string {
  if (form.app) return appScript(form, form.app, dataPath(form), more);
  return `(function(){var box=document.getElementById(${scriptJson(`w-${form.key}`)});if(!box)return;var t=document.createElement('template');t.innerHTML=${scriptJson(drawn)};box.textContent='';box.appendChild(t.content);${form.results === 'xhr' ? `hook(box.querySelector('form'));` : ''}})();${form.results === 'xhr' ? hookScript(form, more) : ''}`;
}

const hookScript = (form: FormSpec, more: string): string => {
  if (form.posts === 'json') return postingScript(form, more);
  return `${showResults(more)}function hook(f){f.addEventListener('submit',function(e){e.preventDefault();var box=document.getElementById('results-${form.key}'),u=${scriptJson(dataPath(form))}+'?'+new URLSearchParams(new FormData(f));fetch(u).then(function(r){return r.json()}).then(function(data){show(data,box,u,1)})})}`;
};

/** What is asked goes as JSON by POST, numbers as numbers and boxes to tick as lists, and so does the next page. */
const postingScript = (form: FormSpec, more: string): string => {
  const lists = form.controls.filter((control) => control.type === 'checkbox' || control.multiple);
  return `function hook(f){f.addEventListener('submit',function(e){e.preventDefault();var box=document.getElementById('results-${form.key}'),d=new FormData(f),lists=${scriptJson(lists.map(({ name }) => name))},filters={};d.forEach(function(v,k){filters[k]=v});lists.forEach(function(k){filters[k]=d.getAll(k)});
function ask(page){fetch(${scriptJson(dataPath(form))},{method:'POST',headers:{'content-type':'application/json','x-requested-with':'fetch'},body:JSON.stringify({filters:filters,page:page})}).then(function(r){return r.json()}).then(function(data){if(page===1){box.textContent='';var p=document.createElement('p');p.textContent=data.total+' '+data.found;box.appendChild(p)}data.items.forEach(function(i){var n=document.createElement('div'),a=document.createElement('a');n.className='entry';a.href=i.href;a.textContent=i.title;n.appendChild(a);n.appendChild(document.createTextNode(' '+i.text));box.appendChild(n)});if(page*10<data.total){var b=document.createElement('button');b.type='button';b.textContent=${scriptJson(more)};b.onclick=function(){b.remove();ask(page+1)};box.appendChild(b)}})}ask(1)})}`;
};

const resultsBox = (form: FormSpec): string =>
  form.results === 'xhr' ? `<div id="results-${form.key}" aria-live="polite"></div>` : '';

function formless(form: FormSpec, more: string): string {
  const [box, ...rest] = form.controls;
  const id = `box-${form.key}`;
  const others = rest
    .filter((control) => control.type === 'hidden')
    .map((control) => `&${control.name}=${encodeURIComponent(control.value ?? '')}`)
    .join('');
  const input = attributes({
    type: box?.type ?? 'text',
    name: box?.name,
    id,
    placeholder: box?.placeholder ?? box?.label,
    'aria-label': box?.label,
  });
  const ask =
    form.results === 'xhr'
      ? `${showResults(more)}function ask(){var u=${scriptJson(dataPath(form))}+'?'+encodeURIComponent(i.name)+'='+encodeURIComponent(i.value);fetch(u).then(function(r){return r.json()}).then(function(data){show(data,document.getElementById('results-${form.key}'),u,1)})}`
      : `function ask(){location.href=${scriptJson(form.action)}+'?'+encodeURIComponent(i.name)+'='+encodeURIComponent(i.value)+${scriptJson(others)}}`;
  return `<div class="search-box" role="search"><input${input}> <button type="button" id="${id}-go">${escapeHtml(form.submit.label)}</button></div>${resultsBox(form)}
<script>(function(){var i=document.getElementById('${id}');${ask}document.getElementById('${id}-go').addEventListener('click',ask);i.addEventListener('keydown',function(e){if(e.key==='Enter')ask()})})()</script>`;
}

function shadow(form: FormSpec, drawn: string): string {
  const name = `${form.key.replace(/[^a-z]/g, '')}-panel`;
  return `<${name}></${name}>
<script>customElements.get('${name}')||customElements.define('${name}',class extends HTMLElement{connectedCallback(){var t=document.createElement('template');t.innerHTML=${scriptJson(drawn)};this.attachShadow({mode:'open'}).appendChild(t.content)}})</script>`;
}

/** Nothing but a button, until somebody presses it. */
const behindButton = (form: FormSpec, drawn: string): string =>
  `<div id="c-${form.key}"><button type="button" data-opens="${form.key}">${escapeHtml(form.title ?? form.submit.label)} ▾</button></div>
<script>(function(){var d=document.getElementById('c-${form.key}');d.firstChild.addEventListener('click',function(){var t=document.createElement('template');t.innerHTML=${scriptJson(drawn)};d.replaceChildren(t.content)})})()</script>`;

/**
 * @param drawn the form in the markup of the site's design
 * @param more what the button says that asks for more results
 */
export function appear(form: FormSpec, drawn: string, more: string): string {
  switch (form.appears) {
    case 'static':
    case 'hidden':
    case 'announced':
      return form.results === 'xhr'
        ? `${drawn.replace(/<form/i, `<form id="x-${form.key}"`)}${resultsBox(form)}<script>(function(){${hookScript(form, more)}hook(document.getElementById('x-${form.key}'))})()</script>`
        : drawn;
    case 'script':
      if (form.app) return mountPoint(form, form.app, scriptPath(form));
      return `<div id="w-${form.key}"><noscript>Please switch on JavaScript.</noscript></div>${resultsBox(form)}<script src="${scriptPath(form)}"></script>`;
    case 'shadow':
      return shadow(form, drawn);
    case 'click':
      return behindButton(form, drawn);
    case 'frame':
      return `<iframe src="${framePath(form)}" title="${escapeHtml(form.title ?? form.submit.label)}" width="480" height="320" frameborder="0"></iframe>`;
    case 'formless':
      return formless(form, more);
  }
}

/** The document in the frame; its form answers in the whole window. */
export const frameDocument = (drawn: string): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><link rel="stylesheet" href="/assets/site.css"></head><body>${drawn.replace(/<form/i, '<form target="_top"')}</body></html>`;
