/** From the address of a page that no run has visited to a verified form with typed parameters, and a call of it: at most a minute. */

import { expect, onTestFinished, test } from 'vitest';
import { describeForm, openGateway } from '../../src/app/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const LONGEST_MS = 60_000;

test('a form of a page that nobody has visited is found, verified, described and called within a minute', async () => {
  const page = 'http://meadow-bookshop.test/';
  const storage = temporaryFolder('url-to-call-');
  const gateway = openGateway(storage);
  onTestFinished(() => gateway.close());
  const begun = performance.now();
  const forms = await gateway.find(page, { web: 'practice:sites=12', render: 'never' });
  const form = forms.find(({ outcome }) => outcome === 'verified');
  if (form === undefined) throw new Error(`no form of ${page} is verified`);
  const { parameters } = describeForm(form);
  expect(parameters.map(({ type }) => type)).toContain('string');
  const box = parameters.find(({ type, options }) => type === 'string' && options === undefined)?.name ?? '';
  const { records, provenance } = await gateway.call(form, { [box]: 'the' }, { limit: 5 });
  expect(performance.now() - begun).toBeLessThanOrEqual(LONGEST_MS);
  expect(records.length).toBeGreaterThan(0);
  expect(provenance).toMatchObject({ verdict: 'hits', page });
}, 120_000);
