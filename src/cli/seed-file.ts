import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Addresses of a file, one a line; blank lines and lines that begin with # are skipped. */
export async function seedLines(file: string): Promise<string[]> {
  const { OptionsError } = await import('../harvest/index.ts');
  const { canonicalUrl } = await import('../sites/index.ts');
  const input = file === '-' ? process.stdin : createReadStream(file);
  const seeds: string[] = [];
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      const line = text.trim();
      if (line === '' || line.startsWith('#')) continue;
      const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`;
      if (canonicalUrl(address) === undefined || /\s/.test(line)) {
        throw new OptionsError(
          `${file} line ${number}: expected a web address, got ${JSON.stringify(line.slice(0, 100))}`,
        );
      }
      seeds.push(address);
    }
  } catch (error) {
    if (error instanceof OptionsError) throw error;
    throw new OptionsError(`cannot read the seeds of ${file}: ${(error as Error).message}`);
  }
  if (seeds.length === 0) throw new OptionsError(`${file} holds no addresses; expected one a line`);
  return seeds;
}
