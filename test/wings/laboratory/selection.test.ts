import { expect, it } from 'vitest';
import { withSelection } from '../../../src/wings/laboratory/forms/feature-selection.ts';
import { readRows } from '../../../src/wings/laboratory/forms/rows.ts';
import { SEARCH_SETTINGS, workbench } from '../../../src/wings/laboratory/forms/training.ts';

it('information gain and neighbourhood components keep so many features, chosen on the members alone', async () => {
  const rows = (await readRows()).slice(0, 240);
  const bench = workbench(rows, SEARCH_SETTINGS);
  const members = rows.map((_, i) => i).slice(0, 160);
  const kept = (by: 'information-gain' | 'nca', from = bench) =>
    [...withSelection(from, members, { by, features: 12 }).search.scales].flatMap((scale, i) =>
      scale > 0 ? [i] : [],
    );
  expect(kept('information-gain')).toHaveLength(12);
  expect(kept('nca').length).toBeGreaterThan(0);
  expect(kept('nca').length).toBeLessThanOrEqual(12);
  expect(kept('nca')).not.toEqual(kept('information-gain'));
  // Labels of rows that are not members cannot change the choice.
  const turned = rows.map((row, i) => (i < 160 ? row : { ...row, type: 'search' as const }));
  expect(kept('information-gain', workbench(turned, SEARCH_SETTINGS))).toEqual(kept('information-gain'));
  expect(withSelection(bench, members, undefined)).toBe(bench);
});
