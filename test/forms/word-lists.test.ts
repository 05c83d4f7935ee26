import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadRankers, rankersText, UNTRAINED } from '../../src/crawl/strategies/index.ts';
import { loadDomainModel, loadModel, modelFrom, SHIPPED } from '../../src/forms/index.ts';
import { wordListFingerprint } from '../../src/foundation/language/index.ts';
import { DOMAIN_ROWS } from '../../src/wings/laboratory/domains/domain-rows.ts';
import { parseRows } from '../../src/wings/laboratory/forms/rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const NOW = `"words":"${wordListFingerprint()}"`;
const withOtherLists = (file: string): string =>
  readFileSync(file, 'utf8').replace(NOW, '"words":"0123456789ab"');

function stderrOf(act: () => void): string {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  act();
  return written.join('');
}
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the word lists that a file was made with', () => {
  it.each([SHIPPED.formsModel, SHIPPED.domainModel, SHIPPED.rows, SHIPPED.practiceRows, DOMAIN_ROWS])(
    'are those in use: %s',
    (file) => expect(readFileSync(file, 'utf8').slice(0, 200)).toContain(NOW),
  );

  it('are not spoken of where they are those in use', () => {
    expect(stderrOf(() => loadModel())).toBe('');
    expect(stderrOf(() => loadDomainModel())).toBe('');
  });

  it('make a model say once that it wants training, where they were others', () => {
    const text = withOtherLists(SHIPPED.formsModel);
    const told = 'word lists have changed since old.json was made: retrain with “fieldfare train forms”\n';
    expect(stderrOf(() => modelFrom(text, 'old.json'))).toBe(told);
    expect(stderrOf(() => modelFrom(text, 'old.json'))).toBe('');
  });

  it('make rows say so, too, and both are read all the same', () => {
    const text = withOtherLists(SHIPPED.rows);
    expect(stderrOf(() => expect(parseRows(text, 'old.jsonl')).toHaveLength(1_115))).toContain('old.jsonl');
  });

  it('make rankers say so, too', () => {
    const folder = temporaryFolder('rankers-');
    const file = join(folder, 'old-rankers.json');
    const text = rankersText(UNTRAINED);
    expect(text).toContain(`"wordLists":"${wordListFingerprint()}"`);
    writeFileSync(file, text.replace(wordListFingerprint(), '0123456789ab'));
    const told = `word lists have changed since ${file} was made: retrain with “fieldfare train rankers”\n`;
    expect(stderrOf(() => loadRankers(file))).toBe(told);
    writeFileSync(join(folder, 'rankers.json'), text);
    expect(stderrOf(() => loadRankers(join(folder, 'rankers.json')))).toBe('');
    rmSync(folder, { recursive: true });
  });

  it('are no part of a model’s name: they change no verdict of it', () => {
    stderrOf(() => {
      expect(modelFrom(withOtherLists(SHIPPED.formsModel), 'another.json').name).toBe(loadModel().name);
    });
  });
});
