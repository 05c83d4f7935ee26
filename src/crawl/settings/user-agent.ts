import { VERSION } from '../../version.ts';

/** Says who asks, and how to reach the person behind it. */
export function userAgent(contact: string | undefined): string {
  const about = contact?.replace(/[\r\n()]/g, ' ').trim();
  return `Fieldfare/${VERSION}${about ? ` (+${about})` : ''}`;
}
