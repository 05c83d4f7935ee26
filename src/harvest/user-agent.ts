import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const VERSION = version;

/** Says who asks, and how to reach the person behind it. */
export function userAgent(contact: string | undefined): string {
  const about = contact?.replace(/[\r\n()]/g, ' ').trim();
  return `Fieldfare/${version}${about ? ` (+${about})` : ''}`;
}
