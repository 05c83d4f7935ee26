import type { Lease } from '../frontier/index.ts';
import { renderWhereNeeded } from '../rendering/index.ts';
import type { Answered, ContentReading, PageContent, StaticContent } from './page-content.ts';

/** The stage `render?`: shows a page to the browser where that may bring more than HTTP did. */
export async function renderContent(
  { rendering }: ContentReading,
  lease: Lease,
  { exchange }: Answered,
  content: StaticContent,
): Promise<PageContent> {
  const { reading, ...rest } = content;
  if (reading === undefined) return { ...rest, reading };
  return { ...rest, reading: await renderWhereNeeded(rendering, lease, exchange, reading) };
}
