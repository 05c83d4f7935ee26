/** Answers to callers' questions, a file for each: what is young enough is not asked for again. */

import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../foundation/errors/index.ts';
import { type Ledger, memoryLedger, type SubmissionResult } from '../submissions/index.ts';

interface KeptAnswer {
  readonly askedAt: number;
  /** Pages of the answer by their keys in the ledger. */
  readonly pages: readonly (readonly [key: string, result: SubmissionResult])[];
}

export interface CachedQuestion {
  /** Says when it was asked: now, where it was not kept. */
  readonly askedAt: number;
  /** Holds the pages that are kept, and takes further ones. */
  readonly ledger: Ledger;
  save(): Promise<void>;
}

/** Answers kept of one form. */
const MOST_KEPT = 500;

/**
 * @param question what names it among the questions of its form
 * @param maxAge milliseconds that a kept answer may be old
 */
export async function cachedQuestion(
  folder: string,
  question: string,
  { now, maxAge }: { readonly now: number; readonly maxAge: number },
): Promise<CachedQuestion> {
  const file = join(folder, `${createHash('sha256').update(question).digest('hex').slice(0, 32)}.json`);
  const found = await read(file);
  const kept = found !== undefined && now - found.askedAt <= maxAge ? found : { askedAt: now, pages: [] };
  const pages = new Map(kept.pages);
  const memory = memoryLedger();
  return {
    askedAt: kept.askedAt,
    ledger: {
      ...memory,
      resultOf: (key) => pages.get(key),
      settle: async (entry, result) => {
        await memory.settle(entry, result);
        const { location: _unarchived, ...plain } = result;
        if (result.answer !== undefined)
          pages.set(entry.key, { ...plain, request: result.request ?? entry.request });
      },
    },
    save: async () => {
      if (pages.size === kept.pages.length) return;
      makeFolder(folder);
      const names = await readdir(folder);
      for (const name of names.slice(0, Math.max(0, names.length - MOST_KEPT)))
        await rm(join(folder, name), { force: true });
      const written = `${file}.${process.pid}.tmp`;
      await writeFile(
        written,
        JSON.stringify({ askedAt: kept.askedAt, pages: [...pages] } satisfies KeptAnswer),
      );
      await rename(written, file);
    },
  };
}

/** Undefined where there is none, or one that cannot be read. */
async function read(file: string): Promise<KeptAnswer | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KeptAnswer;
  } catch {
    return undefined;
  }
}
