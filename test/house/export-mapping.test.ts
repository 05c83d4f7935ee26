import { expect, test } from 'vitest';
import { differencesOf, type KindMapping } from '../bench/export-mapping.ts';

const MAPPING: KindMapping = {
  key: ['site', 'formId'],
  renamedColumns: { sightings: 'occurrences' },
  renamedMembers: { meaning: 'semanticType' },
  renamedValues: { postQuery: { shut: 'blocked' } },
  sentences: {
    reason: {
      code: 'reasonCode',
      detail: 'reasonDetail',
      codes: [[/^page budget of (\d+)$/, 'site-page-budget']],
    },
    why: { code: 'whyCode', codes: [[/^robots\.txt$/, 'robots']] },
  },
  removedColumns: ['reason'],
  addedColumns: ['languagePack'],
  undeterminedColumns: ['like'],
};

const OLD = {
  site: 'a.example',
  formId: '1',
  sightings: 3,
  postQuery: 'blocked',
  controls: [{ name: 'q', meaning: 'query' }],
  reason: 'page budget of 40',
  why: 'robots.txt',
};
const NEW = {
  site: 'a.example',
  formId: '1',
  occurrences: 3,
  postQuery: 'blocked',
  controls: [{ name: 'q', semanticType: 'query' }],
  reasonCode: 'site-page-budget',
  reasonDetail: '40',
  why: 'robots.txt',
  whyCode: 'robots',
  languagePack: 'en',
};

test('rows that differ by the mapping alone are equal', () => {
  expect(differencesOf([OLD], [NEW], MAPPING)).toEqual([]);
});

test('a changed value, a sentence without a code and a lost column are named', () => {
  expect(differencesOf([{ ...OLD, sightings: 4 }], [NEW], MAPPING)).toEqual([
    'a.example 1: occurrences: 4 -> 3',
  ]);
  expect(differencesOf([{ ...OLD, reason: 'no idea' }], [NEW], MAPPING)).toEqual([
    'a.example 1: reasonCode: "no idea" -> "site-page-budget"',
    'a.example 1: reasonDetail: null -> "40"',
  ]);
  expect(differencesOf([OLD], [{ ...NEW, why: 'other words' }], MAPPING)).toEqual([
    'a.example 1: why: "robots.txt" -> "other words"',
  ]);
  expect(differencesOf([{ ...OLD, depth: 1 }], [NEW], MAPPING)).toEqual(['a.example 1: depth: 1 -> missing']);
});

test('of an undetermined column only whether it has a value is compared', () => {
  const [old, current] = [
    { ...OLD, like: 'http://a.example/1' },
    { ...NEW, like: 'http://a.example/2' },
  ];
  expect(differencesOf([old], [current], MAPPING)).toEqual([]);
  expect(differencesOf([old], [{ ...current, like: null }], MAPPING)).toEqual([
    'a.example 1: like: "http://a.example/1" -> null',
  ]);
});

test('a missing row, a row too many and another order are named', () => {
  const [old, current] = [
    { ...OLD, formId: '2' },
    { ...NEW, formId: '2' },
  ];
  expect(differencesOf([OLD, old], [NEW], MAPPING)).toEqual(['a.example 2: only before']);
  expect(differencesOf([OLD], [NEW, current], MAPPING)).toEqual(['a.example 2: only after']);
  expect(differencesOf([OLD, old], [current, NEW], MAPPING)).toEqual(['the same rows in another order']);
});
