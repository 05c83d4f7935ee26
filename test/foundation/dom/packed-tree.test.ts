import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packTree, parseTree, type TreeDocument, unpackTree } from '../../../src/foundation/dom/index.ts';

const CORPUS = join(import.meta.dirname, '../../fixtures/pages');
const page = { url: 'http://a.test/', baseUrl: 'http://a.test/', title: 'T', language: '', truncated: false };

test('a string stands in a packed tree once, and structure is numbers', () => {
  const cell = { tag: 'td', attributes: { class: 'td' }, children: ['td'] };
  const root = { tag: 'tr', attributes: {}, children: [cell, cell, '"'] };
  const packed = packTree({ ...page, root });
  // Strings: 0 #document, 1 tr, 2 td, 3 class, 4 ". A tag is 2n + 2, a text 2n + 1, in an attribute n + 1; 0 closes.
  const td = '6 4 3 0 5 0';
  expect(packed.split('\n')).toEqual([
    `2 0 4 0 ${td} ${td} 9 0 0`,
    '9 2 2 5 1',
    JSON.stringify([[0, page]]),
    '#documenttrtdclass"',
  ]);
});

test('a packed tree is the tree again: frames, shadow roots, states of controls, lone surrogates and newlines too', () => {
  const field = {
    tag: 'input',
    attributes: { name: 'q' },
    children: [],
    owner: 0,
    box: { x: 1, y: 2, width: 3, height: 4 },
    value: 'typed\n"so"',
    hidden: 'size' as const,
  };
  const form = { tag: 'form', attributes: {}, children: [field, 'go\n', '\ud83d', ''], formKey: 0 };
  const framed: TreeDocument = {
    ...page,
    title: 'inner',
    root: { tag: 'html', attributes: {}, children: [form] },
  };
  const host = { tag: 'x-host', attributes: {}, children: ['light'], shadow: ['shade', form] };
  const frame = { tag: 'iframe', attributes: { src: '/f' }, children: [], frame: framed };
  const tree: TreeDocument = {
    ...page,
    root: { tag: 'html', attributes: { lang: 'en' }, children: [host, frame] },
  };
  expect(unpackTree(packTree(tree))).toEqual(tree);
});

test('every page of the corpus is the same after packing', () => {
  for (const name of readdirSync(CORPUS)) {
    const file = join(CORPUS, name, 'page.html');
    if (!existsSync(file)) continue;
    const tree = parseTree(readFileSync(file, 'utf8'), 'http://a.test/');
    expect(unpackTree(packTree(tree))).toEqual(JSON.parse(JSON.stringify(tree)));
  }
});

test('a damaged packed tree is refused', () => {
  const packed = packTree({ ...page, root: { tag: 'p', attributes: {}, children: ['words'] } });
  expect(() => unpackTree(packed.replace(/^2 0 4/, '2 0 99'))).toThrow(/damaged/);
  expect(() => unpackTree('1 2 3')).toThrow(/damaged/);
});
