interface NumberStep {
  /** The parameter that counts; empty where the path does. */
  readonly name: string;
  readonly from?: number;
  readonly to: number;
}

/** The host of an address, with or without `www`. */
export const siteOf = (address: string): string | undefined => URL.parse(address)?.host.replace(/^www\./, '');

/** Tells whether a path is another one with a number put in: `/list-2.html` and `/list.html`, `/a-or10-b` and `/a-b`. */
export function insertsNumber(path: string, base: string): boolean {
  let [start, end] = [0, 0];
  while (start < base.length && path[start] === base[start]) start++;
  while (end < base.length - start && path.at(-1 - end) === base.at(-1 - end)) end++;
  const inserted = path.slice(start, path.length - end);
  return (
    start + end === base.length &&
    /^(?:[-_]?\p{L}{0,6}[-_]?\d{1,6}|\p{L}{0,6}\d{1,6}[-_])$/u.test(inserted) &&
    /\D/.test(inserted)
  );
}

/** Finds the only number in which an address differs from that of the page. */
export function stepTo(address: string, page: string): NumberStep | undefined {
  const target = URL.parse(address);
  const current = URL.parse(page);
  if (target === null || current === null || siteOf(address) !== siteOf(page)) return undefined;
  if (target.pathname !== current.pathname) return stepInPath(target, current);
  const names = new Set([...target.searchParams.keys(), ...current.searchParams.keys()]);
  // Many pagers leave out parameters that the form sends empty.
  const different = [...names].filter(
    (name) => (target.searchParams.get(name) ?? '') !== (current.searchParams.get(name) ?? ''),
  );
  const [name = ''] = different;
  const to = target.searchParams.get(name) ?? '';
  const from = current.searchParams.get(name) ?? '';
  if (different.length !== 1 || !/^\d{1,7}$/.test(to) || !/^\d{0,7}$/.test(from)) return undefined;
  return { name, ...(from !== '' && { from: Number(from) }), to: Number(to) };
}

/** Finds the page number in a path: `/list/page/2` on `/list`, or on `/list/page/1`. */
function stepInPath(target: URL, current: URL): NumberStep | undefined {
  if (target.search !== current.search) return undefined;
  const [, stem = '', to = ''] = /^(.*?)(\d{1,5})\/?$/.exec(target.pathname) ?? [];
  const [, own = '', from = ''] = /^(.*?)(\d{1,5})?\/?$/.exec(current.pathname) ?? [];
  if (to === '') return undefined;
  if (from !== '' && own === stem) return { name: '', from: Number(from), to: Number(to) };
  const rest = stem.startsWith(current.pathname) ? stem.slice(current.pathname.length) : undefined;
  return rest !== undefined && /^\/?(?:\p{L}{1,10}[/-]?)?$/u.test(rest)
    ? { name: '', to: Number(to) }
    : undefined;
}

/** The last page on which an offset may double. */
const SECOND_PAGE = 2;

/**
 * Tells whether a link shows the same list with more records instead of the next page. Its number then grows
 * by a factor: another link divides it by the same factor, or it doubles from page to page. An offset grows
 * by equal steps.
 */
export function showsMoreOfSame(
  url: string,
  page: string,
  links: readonly string[],
  pageNumber: number,
): boolean {
  const step = stepTo(url, page);
  if (step === undefined) return false;
  const { name, from, to } = step;
  if (from !== undefined && (from < 2 || to < 2 * from)) return false;
  if (from !== undefined && pageNumber > SECOND_PAGE) return true;
  return links.some((other) => {
    const back = stepTo(other, page);
    if (back?.name !== name || back.to < 2 || back.to >= to) return false;
    const present = from ?? Math.round(to / 2);
    // Halves of odd numbers are rounded.
    return Math.abs(back.to * to - present * present) <= to;
  });
}
