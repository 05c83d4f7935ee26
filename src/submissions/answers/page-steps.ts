interface Step {
  /** The parameter that counts; empty where the path does. */
  readonly name: string;
  readonly from?: number;
  readonly to: number;
}

/** The one number by which an address differs from that of the page. */
export function stepTo(address: string, page: string): Step | undefined {
  const there = URL.parse(address);
  const here = URL.parse(page);
  if (there === null || here === null || there.host !== here.host) return undefined;
  if (there.pathname !== here.pathname) return stepInPath(there, here);
  const names = new Set([...there.searchParams.keys(), ...here.searchParams.keys()]);
  // Parameters that the form sends empty are left out by many a pager.
  const different = [...names].filter(
    (name) => (there.searchParams.get(name) ?? '') !== (here.searchParams.get(name) ?? ''),
  );
  const [name = ''] = different;
  const to = there.searchParams.get(name) ?? '';
  const from = here.searchParams.get(name) ?? '';
  if (different.length !== 1 || !/^\d{1,7}$/.test(to) || !/^\d{0,7}$/.test(from)) return undefined;
  return { name, ...(from !== '' && { from: Number(from) }), to: Number(to) };
}

/** `/list/page/2` of `/list`, or of `/list/page/1`. */
function stepInPath(there: URL, here: URL): Step | undefined {
  if (there.search !== here.search) return undefined;
  const [, stem = '', to = ''] = /^(.*?)(\d{1,5})\/?$/.exec(there.pathname) ?? [];
  const [, own = '', from = ''] = /^(.*?)(\d{1,5})?\/?$/.exec(here.pathname) ?? [];
  if (to === '') return undefined;
  if (from !== '' && own === stem) return { name: '', from: Number(from), to: Number(to) };
  const rest = stem.startsWith(here.pathname) ? stem.slice(here.pathname.length) : undefined;
  return rest !== undefined && /^\/?(?:\p{L}{1,10}[/-]?)?$/u.test(rest)
    ? { name: '', to: Number(to) }
    : undefined;
}

/** The last page on which an offset may double. */
const SECOND_PAGE = 2;

/**
 * Whether a link shows the same page with more on it rather than the next one. What it counts then grows by a factor: another
 * link makes it smaller by the same, or it doubles page after page. An offset grows by equal steps.
 */
export function enlarges(url: string, page: string, links: readonly string[], pageNumber: number): boolean {
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
