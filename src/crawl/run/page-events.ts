import { reasonOf } from '../../storage/index.ts';
import type { HarvestEvent } from '../events/index.ts';
import type { Lease } from '../frontier/index.ts';
import type { PersistedPage } from './persist-page.ts';

/** Reports a page that was stored: its site, the page, and the forms that are new. */
export function pageEvents(
  lease: Lease,
  { page, stored, sites }: Pick<PersistedPage, 'page' | 'stored' | 'sites'>,
): HarvestEvent[] {
  if (page.rendered_by === 'none') {
    if (!page.blocked_by) return [...sites];
    const reason = { code: 'blocked', detail: page.blocked_by } as const;
    return [...sites, { type: 'skipped', url: lease.url, state: 'refused', reason }];
  }
  const fresh = stored.filter((form) => form.isNew);
  return [
    ...sites,
    {
      type: 'page',
      url: lease.url,
      site: lease.site,
      depth: lease.depth,
      status: page.status,
      renderedBy: page.rendered_by,
      ...(page.render_code && { renderReason: reasonOf(page.render_code, page.render_detail) }),
      ...(page.audited === 1 && { audited: true as const }),
      forms: stored.length,
      ms: page.fetch_ms + (page.render_ms ?? 0),
      ...(page.truncated === 1 && { cut: true as const }),
      ...(page.blocked_by && { blockedBy: page.blocked_by }),
    },
    ...fresh.map(({ form: { action, method }, formId, verdict, domain }) => ({
      type: 'form' as const,
      formId,
      site: lease.site,
      page: lease.url,
      depth: lease.depth,
      action,
      method,
      domain,
      verdict,
    })),
  ];
}
