import type { LinkReason } from '../../storage/index.ts';
import type { Lease } from '../frontier/index.ts';
import type { Stop, Stopping } from '../in-site-exploring/index.ts';
import type { SiteFrontier } from '../site-locating/index.ts';
import type { HostAccess } from './host-access.ts';

/** Failures to connect to a host in a row after which no more of its links are fetched. */
export const UNREACHABLE_AFTER = 5;

/** Says why a link is not fetched, or was fetched in vain. */
export interface Refusal {
  readonly code?: AdmissionCode;
  readonly state: 'failed' | 'refused' | 'parked';
  readonly reason: LinkReason;
  /** Set where a site, or a part of it, has nothing more to give. */
  readonly stop?: Stop;
}

export interface Admission {
  readonly hosts: Pick<HostAccess, 'politeness' | 'robots' | 'deny' | 'includes'>;
  readonly sites: Pick<SiteFrontier, 'full'>;
  readonly stopping: Pick<Stopping, 'stop'>;
}

type AdmissionCode =
  | 'host-unreachable'
  | 'site-stopped'
  | 'site-page-budget'
  | 'deny-list'
  | 'not-included'
  | 'robots';

interface AdmissionCheck {
  readonly name: string;
  readonly code: AdmissionCode;
  /** Set where rendering a page again spends nothing of what is checked. */
  readonly firstTimeOnly?: true;
  check(
    admission: Admission,
    lease: Lease,
    signal: AbortSignal,
  ): Refusal | undefined | Promise<Refusal | undefined>;
}

/** All checks in their order: the first that refuses a link decides, and only the last asks the network. */
export const ADMISSION_CHECKS: readonly AdmissionCheck[] = [
  {
    name: 'the host answers',
    code: 'host-unreachable',
    check: ({ hosts }, { host }) =>
      hosts.politeness.failures(host) >= UNREACHABLE_AFTER
        ? { state: 'parked', reason: { code: 'host-unreachable' } }
        : undefined,
  },
  {
    name: 'the site has more to give',
    code: 'site-stopped',
    firstTimeOnly: true,
    check: ({ stopping }, lease) => {
      const stop = stopping.stop(lease);
      return stop && { state: 'refused', reason: stop.reason, stop };
    },
  },
  {
    name: 'the page budget of the site is not used up',
    code: 'site-page-budget',
    firstTimeOnly: true,
    check: ({ sites }, { site }) =>
      sites.full(site) ? { state: 'refused', reason: { code: 'site-page-budget' } } : undefined,
  },
  {
    name: 'the address is of those that are read',
    code: 'not-included',
    check: ({ hosts }, { url, depth }) =>
      depth === 0 || hosts.includes?.(url) !== false
        ? undefined
        : { state: 'refused', reason: { code: 'not-included' } },
  },
  {
    name: 'the address is not on the deny-list',
    code: 'deny-list',
    check: ({ hosts }, { url }) => {
      const denied = hosts.deny(url);
      return denied === undefined
        ? undefined
        : { state: 'refused', reason: { code: 'deny-list', detail: denied } };
    },
  },
  {
    name: 'robots.txt allows the address',
    code: 'robots',
    check: async ({ hosts }, { url }, signal) => {
      const rules = await hosts.robots.of(url, signal);
      if (rules.allows(url)) return undefined;
      if (rules.note !== 'unreachable') return { state: 'refused', reason: { code: 'robots' } };
      const reason = { code: 'robots-unreachable', ...(rules.cause && { detail: rules.cause }) } as const;
      return { state: 'refused', reason };
    },
  },
];

/** @returns why a link may not be fetched; undefined when it may */
export async function admit(
  admission: Admission,
  lease: Lease,
  signal: AbortSignal,
): Promise<Refusal | undefined> {
  for (const { code, firstTimeOnly, check } of ADMISSION_CHECKS) {
    if (firstTimeOnly && lease.again) continue;
    const refusal = await check(admission, lease, signal);
    if (refusal !== undefined) return { ...refusal, code };
  }
  return undefined;
}
