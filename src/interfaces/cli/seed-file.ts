import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { denyList } from '../../foundation/http/index.ts';
import { OptionsError } from '../../foundation/options/index.ts';
import { canonicalUrl, withScheme } from '../../foundation/url/index.ts';
import { fileFault } from '../../foundation/errors/index.ts';

/** Complaints about single lines of a file; more than that say nothing new. */
const COMPLAINTS = 20;

/**
 * Reads the addresses of a file, one a line, or of the argument itself where it is an http or https address. Blank lines and
 * lines that begin with # are skipped. A line that is no address is named, and the others are used.
 * @throws {OptionsError} where no line is one
 */
export async function seedLines(file: string): Promise<string[]> {
  if (/^https?:\/\//i.test(file)) return [file];
  const seeds: string[] = [];
  const wrong: string[] = [];
  for (const { line, number } of await numberedLines(file, 'seeds')) {
    const address = withScheme(line);
    if (canonicalUrl(address) !== undefined && !/\s/.test(line)) seeds.push(address);
    else
      wrong.push(`${file} line ${number}: expected a web address, got ${JSON.stringify(line.slice(0, 100))}`);
  }
  if (seeds.length === 0)
    throw new OptionsError(wrong[0] ?? `${file} holds no addresses; expected one per line`);
  const more = wrong.length > COMPLAINTS ? [`${file}: ${wrong.length - COMPLAINTS} more such lines`] : [];
  for (const complaint of [...wrong.slice(0, COMPLAINTS), ...more])
    process.stderr.write(`warning: ${complaint}; left out\n`);
  return seeds;
}

/** Hosts and beginnings of addresses that are never asked, one a line. */
export async function denyLines(file: string): Promise<string[]> {
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
    throw new OptionsError(`cannot read the ${what} of ${file}: ${fileFault(error)}`);
  }
  return lines;
}
