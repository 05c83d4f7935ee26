/** Result lists that go on without links: a button that loads more, or more as the reader scrolls. */

import { escapeHtml, scriptJson } from '../html.ts';

/**
 * @param data path that answers as JSON to the query of the page
 * @param last number of the last page
 */
export function continued(how: 'more' | 'scroll', data: string, last: number, label: string): string {
  const append = `function(d){d.items.forEach(function(i){var e=document.createElement('div'),a=document.createElement('a');e.className='entry';a.href=i.href;a.textContent=i.title;e.appendChild(a);e.appendChild(document.createTextNode(' '+i.text));box.appendChild(e)});busy=false;if(n>=${last})end.remove()}`;
  const load = `var box=document.getElementById('more-results'),end=document.getElementById('more-end'),n=1,busy=false;function load(){if(busy||n>=${last})return;busy=true;n++;var q=new URLSearchParams(location.search);q.set('page',n);fetch(${scriptJson(data)}+'?'+q).then(function(r){return r.json()}).then(${append})}`;
  const start =
    how === 'more'
      ? `end.addEventListener('click',load)`
      : `new IntersectionObserver(function(seen){if(seen.some(function(s){return s.isIntersecting}))load()}).observe(end)`;
  const end =
    how === 'more'
      ? `<button type="button" id="more-end">${escapeHtml(label)}</button>`
      : '<div id="more-end" style="height:400px;padding-top:300px">…</div>';
  return `<div id="more-results"></div>${end}<script>(function(){${load}${start}})()</script>`;
}
