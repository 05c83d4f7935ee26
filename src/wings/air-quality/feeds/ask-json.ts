import type { HttpClient } from '../../../foundation/http/index.ts';
import { FeedError } from '../observation.ts';

interface ServiceInfo {
  /** Names it in messages. */
  readonly service: string;
  /** Environment variable of its key. */
  readonly keyVariable: string;
  /** The address as messages show it, where the one that is asked holds a secret. */
  readonly shown?: string;
}

/** @throws {FeedError} where the service refuses the key, answers another status than 200, or no JSON */
export async function fetchJson(
  client: HttpClient,
  url: string,
  { service, keyVariable, shown = url }: ServiceInfo,
): Promise<unknown> {
  const { status, body } = await client.fetch({ url });
  if (status === 401 || status === 403)
    throw new FeedError(`${service} refuses the key (status ${status}); put a valid one into ${keyVariable}`);
  if (status !== 200) throw new FeedError(`${service} answered ${status} to ${shown}`);
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new FeedError(`${service} answered something that is no JSON to ${shown}`, { cause: error });
  }
}
