/** Posts what a run changed to an address of the user: one signed message a run, by https://www.standardwebhooks.com. */

import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { HarvestEvent } from '../crawl/events/index.ts';
import type { ResolvedOptions } from '../crawl/settings/index.ts';
import { makeFolder, whileOpen } from '../foundation/errors/index.ts';
import { liveTransport, type Transport } from '../foundation/http/index.ts';
import { OptionsError } from '../foundation/options/index.ts';
import { compareRuns, listRuns, type RunChanges, runBefore } from '../library/index.ts';
import type { Store } from '../storage/index.ts';

const SECRET = 'FIELDFARE_WEBHOOK_SECRET';
const FILE = 'on-change.json';
/** Milliseconds before each try. */
const WAITS = [0, 1_000, 5_000, 20_000, 60_000];
const TIMEOUT_MS = 15_000;
const ENDED: ReadonlySet<string> = new Set(['complete', 'partial', 'budget']);

const dueSchema = z.object({
  /** The same however often it is sent: the receiver takes it once. */
  id: z.string(),
  url: z.string(),
  state: z.enum(['due', 'sent', 'unchanged']),
});
type Due = z.output<typeof dueSchema>;

/** Checks that messages can be signed. @throws {OptionsError} where there is no secret */
export function checkOnChange({ onChange }: Pick<ResolvedOptions, 'onChange'>): void {
  if (onChange !== undefined && !process.env[SECRET])
    throw new OptionsError(
      `onChange: set ${SECRET} to a secret that the receiver knows too; messages are signed with it`,
    );
}

/** Notes, before a run has its last status, that its changes are to be sent: a kill after that loses no message. */
export function noteChangesDue(
  store: Store,
  runId: number,
  { onChange }: Pick<ResolvedOptions, 'onChange'>,
): void {
  if (onChange === undefined || readDue(store, runId) !== undefined) return;
  writeDue(store, runId, { id: `msg_${randomUUID()}`, url: onChange, state: 'due' });
}

interface SendOptions extends Pick<ResolvedOptions, 'allowPrivate'> {
  readonly emit: (event: HarvestEvent) => void;
  readonly signal: AbortSignal;
  /** Tries of each message; what fails stays due, and is sent when the next harvest begins or ends. */
  readonly tries?: number | undefined;
}

/** Sends the changes of all ended runs that are due. A run without an earlier one, or without a change, has no message. */
export async function sendChanges(store: Store, { allowPrivate, ...options }: SendOptions): Promise<void> {
  // A resumed run has its options from the store, and its secret from nobody.
  checkOnChange({ onChange: SECRET });
  await whileOpen(liveTransport({ allowPrivate }), async (transport) => {
    for (const run of await listRuns(store)) {
      const due = readDue(store, run.id);
      if (due?.state !== 'due' || !ENDED.has(run.status)) continue;
      const changes = (await runBefore(store, run)) && (await compareRuns(store, run.id));
      if (changes === undefined || isUnchanged(changes)) {
        writeDue(store, run.id, { ...due, state: 'unchanged' });
        continue;
      }
      const { domains, web } = run;
      const body = JSON.stringify({ type: 'changes', ...{ domains, web }, ...changes });
      const failure = await send(transport, due, body, options);
      if (failure === undefined) {
        writeDue(store, run.id, { ...due, state: 'sent' });
        options.emit({ type: 'notified', runId: run.id, host: new URL(due.url).host });
      } else if (!options.signal.aborted)
        options.emit({
          type: 'warning',
          message: `the changes of run ${run.id} did not reach ${new URL(due.url).host} (${failure}); they are sent with the next run`,
        });
    }
  });
}

/** What a run with other options reads for the first time is no news. */
const isUnchanged = ({ alike, forms, pages, records }: RunChanges): boolean =>
  [
    ...(alike ? [forms.new, pages.new] : []),
    forms.gone,
    forms.changed,
    pages.gone,
    records.new,
    records.gone,
    records.changed,
  ].every(({ count }) => count === 0);

/** @returns why no try was taken; undefined where one was */
async function send(
  transport: Transport,
  { id, url }: Due,
  body: string,
  { signal, tries = WAITS.length }: Pick<SendOptions, 'signal' | 'tries'>,
): Promise<string | undefined> {
  let failure: string | undefined = 'stopped';
  for (const wait of WAITS.slice(0, tries)) {
    if (wait > 0) await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return 'stopped';
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', process.env[SECRET] ?? '')
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    try {
      const { status, body: answer } = await transport.send(
        {
          url,
          method: 'POST',
          headers: [
            ['content-type', 'application/json'],
            ['user-agent', 'Fieldfare'],
            ['webhook-id', id],
            ['webhook-timestamp', timestamp],
            ['webhook-signature', `v1,${signature}`],
          ],
          body: Buffer.from(body),
        },
        AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      );
      await answer[Symbol.asyncIterator]().return?.();
      if (status >= 200 && status < 300) return undefined;
      failure = `status ${status}`;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }
  return failure;
}

const fileOf = (store: Store, runId: number): string => join(store.runFolder(runId), FILE);

function readDue(store: Store, runId: number): Due | undefined {
  try {
    return dueSchema.parse(JSON.parse(readFileSync(fileOf(store, runId), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes whole or not at all. */
function writeDue(store: Store, runId: number, due: Due): void {
  const file = fileOf(store, runId);
  makeFolder(dirname(file));
  writeFileSync(`${file}.new`, `${JSON.stringify(due)}\n`, { flush: true });
  renameSync(`${file}.new`, file);
}
