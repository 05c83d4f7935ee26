/** Search forms that are apps: one framework each builds the form, asks for the results and shows them. */

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scriptJson } from '../html.ts';
import type { FormSpec } from '../site.ts';

type Framework = NonNullable<FormSpec['app']>;

const VENDOR: Readonly<Record<Framework, { readonly path: string; readonly module: string }>> = {
  preact: { path: '/assets/vendor/preact.mjs', module: 'preact' },
  vue: { path: '/assets/vendor/vue.runtime.js', module: '@vue/runtime-dom/dist/runtime-dom.global.prod.js' },
};

/** Where a package carries the framework; a checkout has it among its modules. */
function fileOf({ path, module }: (typeof VENDOR)[Framework]): string | URL {
  const carried = new URL(`..${path.slice('/assets'.length)}`, import.meta.url);
  return existsSync(carried) ? carried : createRequire(import.meta.url).resolve(module);
}

const loaded = new Map<Framework, string>();

/** The framework itself, for the path that asks for one; undefined for other paths. */
export function vendorScript(path: string): string | undefined {
  const entry = Object.entries(VENDOR).find(([, vendor]) => vendor.path === path);
  if (!entry) return undefined;
  const framework = entry[0] as Framework;
  const text = loaded.get(framework) ?? readFileSync(fileOf(entry[1]), 'utf8');
  loaded.set(framework, text);
  return text;
}

/** What the page holds before the app starts. */
export const mountPoint = (form: FormSpec, framework: Framework, script: string): string =>
  framework === 'preact'
    ? `<div id="app-${form.key}"></div>\n<script type="module" src="${script}"></script>`
    : `<div id="app-${form.key}"></div>\n<script src="${VENDOR.vue.path}"></script><script src="${script}"></script>`;

/** The view that both share: `h` makes elements in either framework. */
const VIEW = `function control(h,c){if(c.type==='hidden')return h('input',{type:'hidden',name:c.name,value:c.value});
if(c.type==='select')return h('label',{},[c.label+' ',h('select',{name:c.name,multiple:c.multiple},c.choices.map(function(o){return h('option',{value:o.value,selected:o.selected},o.label)}))]);
if(c.choices)return h('fieldset',{},[h('legend',{},c.label)].concat(c.choices.map(function(o){return h('label',{},[h('input',{type:c.type,name:c.name,value:o.value}),' '+o.label])})));
return h('label',{},[c.label+' ',h('input',{type:c.type,name:c.name,placeholder:c.placeholder,min:c.bounds&&c.bounds.min,max:c.bounds&&c.bounds.max})])}
function view(h,state,search,more){return h('div',{class:'search-app'},[
h('form',{action:form.action,method:'get',onSubmit:search},form.controls.map(function(c){return h('p',{},[control(h,c)])}).concat([h('button',{type:'submit'},form.button)])),
h('div',{id:'results-'+form.key},state.items===null?[]:[h('p',{},state.total+' '+state.found)].concat(state.items.map(function(i){return h('div',{class:'entry',key:i.href},[h('a',{href:i.href},i.title),' '+i.text])})).concat(state.items.length<state.total?[h('button',{type:'button',onClick:more},form.more)]:[]))])}
function ask(query,page){return fetch(form.data+'?'+query+(page>1?'&page='+page:'')).then(function(r){return r.json()})}`;

const MOUNT: Readonly<Record<Framework, string>> = {
  preact: `class App extends Component{constructor(props){super(props);this.state={items:null,total:0,found:'',page:1,query:''}}
render(){const self=this;return view(h,this.state,function(e){e.preventDefault();const query=String(new URLSearchParams(new FormData(e.target)));ask(query,1).then(function(d){self.setState({items:d.items,total:d.total,found:d.found,page:1,query:query})})},function(){const page=self.state.page+1;ask(self.state.query,page).then(function(d){self.setState({items:self.state.items.concat(d.items),page:page})})})}}
render(h(App,{}),document.getElementById('app-'+form.key));`,
  vue: `var Vue=VueRuntimeDOM;Vue.createApp({setup:function(){var state=Vue.reactive({items:null,total:0,found:'',page:1,query:''});
function search(e){e.preventDefault();state.query=String(new URLSearchParams(new FormData(e.target)));ask(state.query,1).then(function(d){state.items=d.items;state.total=d.total;state.found=d.found;state.page=1})}
function more(){state.page++;ask(state.query,state.page).then(function(d){state.items=state.items.concat(d.items)})}
return function(){return view(Vue.h,state,search,more)}}}).mount('#app-'+form.key);`,
};

/**
 * @param data path that answers as JSON
 * @param more what the button says that asks for more results
 */
export function appScript(form: FormSpec, framework: Framework, data: string, more: string): string {
  const described = {
    key: form.key,
    action: form.action,
    data,
    button: form.submit.label,
    more,
    controls: form.controls,
  };
  const start = `const form=${scriptJson(described)};\n${VIEW}\n${MOUNT[framework]}`;
  return framework === 'preact'
    ? `import {h,render,Component} from '${VENDOR.preact.path}';\n${start}`
    : `(function(){${start}})();`;
}
