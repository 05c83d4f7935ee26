import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Addresses of a file, one a line; blank lines and lines that begin with # are skipped. */
export async function seedLines(file: string): Promise<string[]> {
  const { OptionsError } = await import('../harvest/index.ts');
  const { canonicalUrl } = await import('../sites/index.ts');
  const seeds = (await numberedLines(file, 'seeds')).map(({ line, number }) => {
    const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`;
    if (canonicalUrl(address) !== undefined && !/\s/.test(line)) return address;
    throw new OptionsError(
      `${file} line ${number}: expected a web address, got ${JSON.stringify(line.slice(0, 100))}`,
    );
  });
  if (seeds.length === 0) throw new OptionsError(`${file} holds no addresses; expected one a line`);
  return seeds;
}

/** Hosts and beginnings of addresses that are never asked, one a line. */
export async function denyLines(file: string): Promise<string[]> {
  const { OptionsError } = await import('../harvest/index.ts');
  const { denyList } = await import('../web/index.ts');
  return (await numberedLines(file, 'deny-list')).map(({ line, number }) => {
    try {
      denyList([line]);
      return line;
    } catch (error) {
      throw new OptionsError(`${file} line ${number}: ${(error as Error).message}`);
    }
  });
}

/** @param file - for standard input */
async function numberedLines(file: string, what: string): Promise<{ line: string; number: number }[]> {
  const { OptionsError } = await import('../harvest/index.ts');
  const input = file === '-' ? process.stdin : createReadStream(file);
  const lines: { line: string; number: number }[] = [];
  let number = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      const line = text.trim();
      if (line !== '' && !line.startsWith('#')) lines.push({ line, number });
    }
  } catch (error) {
    throw new OptionsError(`cannot read the ${what} of ${file}: ${(error as Error).message}`);
  }
  return lines;
}
