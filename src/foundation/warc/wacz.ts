import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

export interface WaczPage {
  readonly url: string;
  readonly title: string;
}

/**
 * Packs an archive as WACZ 1.1.1: WARC files, CDX index, list of pages, checksums; opens in replayweb.page.
 * @param files `.warc` or `.warc.gz` files, at least one
 * @param output path that ends in `.wacz`; what is there is replaced
 * @param pages where a reader may begin; found in the archive where there are none
 * @throws where a file cannot be read or written
 */
export async function writeWacz(
  files: readonly string[],
  output: string,
  {
    title,
    date,
    pages,
  }: { readonly title: string; readonly date: Date; readonly pages: readonly WaczPage[] },
): Promise<void> {
  // Loaded where it is used: it starts threads and takes a while.
  const { WACZ } = await import('@harvard-lil/js-wacz');
  const ts = date.toISOString();
  const [first] = pages;
  const wacz = new WACZ({ input: files.map(literally), output, title, ts, ...(first && { url: first.url }) });
  // That of js-wacz 0.1.6 feeds a file to the hash twice, and the package fails validation.
  wacz.sha256 = sha256;
  for (const page of pages) wacz.addPage(page.url, page.title, ts);
  // Its own stream has nobody who hears of a full disk.
  const stream = createWriteStream(output);
  const broken = new Promise<never>((_, reject) => stream.once('error', reject));
  broken.catch(() => undefined);
  Object.assign(wacz, { outputStream: stream });
  await Promise.race([wacz.process(false), broken]);
}

/** The library takes patterns: a file by its name, whatever stands in it. */
const literally = (file: string): string => file.replace(/[*?[\](){}!+@|\\]/g, '[$&]');

/** `sha256:` and the digest in hex. @param content its path, or the bytes themselves */
async function sha256(content: string | Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  if (typeof content === 'string') await pipeline(createReadStream(content), hash);
  else hash.update(content);
  return `sha256:${hash.digest('hex')}`;
}
