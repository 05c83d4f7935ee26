import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LabelledDataError } from '../../../forms/index.ts';
import { decodeHtml } from '../../../foundation/http/index.ts';

/** A saved page. */
interface HtmlRecord {
  readonly url: string;
  readonly html: string;
}

/** Lists the files of a folder with this ending, sorted. */
export async function filesEnding(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new LabelledDataError(`Cannot read the folder ${folder} of labelled forms`, { cause });
  });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

/** The pages of a web archive, in its order. */
export async function* htmlRecords(archive: string): AsyncGenerator<HtmlRecord> {
  const { WARCParser } = await import('warcio');
  const stream = createReadStream(archive);
  try {
    for await (const record of WARCParser.iterRecords(stream, { parseHttp: false })) {
      const payload = await record.readFully(false);
      if (record.warcType !== 'response' || record.warcTargetURI == null) continue;
      yield { url: record.warcTargetURI, html: htmlOf(payload) };
    }
  } catch (cause) {
    throw new LabelledDataError(`${archive}: the archive is damaged or no WARC file`, { cause });
  } finally {
    stream.destroy();
  }
}

/** Body of an HTTP message, in the character set that its header names. */
function htmlOf(message: Uint8Array): string {
  const bytes = Buffer.from(message);
  const end = bytes.indexOf('\r\n\r\n');
  const type = /^content-type:(.*)$/im.exec(bytes.subarray(0, Math.max(0, end)).toString('latin1'));
  return decodeHtml(end < 0 ? bytes : bytes.subarray(end + 4), type?.[1]?.trim()).text;
}
