import { sentencesOf } from '../../../src/foundation/text/index.ts';

/** What is done to a page, and what should come of it (docs/library.md). */
export const EDITS = ['reorder', 'synonyms', 'numbers', 'negation', 'template', 'half', 'sibling'] as const;
export type Edit = (typeof EDITS)[number];

/** Whether the page as a whole says what is known already. */
export const PAGE_IS_KNOWN: Readonly<Record<Edit, boolean>> = {
  reorder: true,
  synonyms: true,
  numbers: true,
  negation: true,
  template: false,
  half: false,
  sibling: false,
};

export interface Edited {
  /** Blocks of the edited page. */
  readonly blocks: readonly string[];
  /** Sentences that the edit made another statement. All others are new exactly when no known page has them. */
  readonly changed: ReadonlySet<string>;
  /** Sentences that are worded anew and mean the same. */
  readonly reworded: ReadonlySet<string>;
}

/** Pairs that a dictionary of synonyms gives, written down before the judge was tried on them. */
const SYNONYMS: readonly (readonly [string, string])[] = [
  ['big', 'large'],
  ['begin', 'start'],
  ['buy', 'purchase'],
  ['help', 'assist'],
  ['quick', 'fast'],
  ['quickly', 'rapidly'],
  ['kids', 'children'],
  ['movie', 'film'],
  ['movies', 'films'],
  ['car', 'automobile'],
  ['cars', 'automobiles'],
  ['error', 'mistake'],
  ['errors', 'mistakes'],
  ['choose', 'select'],
  ['finish', 'complete'],
  ['small', 'little'],
  ['photo', 'photograph'],
  ['photos', 'photographs'],
  ['shop', 'store'],
  ['shops', 'stores'],
  ['doctor', 'physician'],
  ['doctors', 'physicians'],
  ['picture', 'image'],
  ['pictures', 'images'],
  ['sofa', 'couch'],
  ['gift', 'present'],
  ['gifts', 'presents'],
  ['rich', 'wealthy'],
  ['sick', 'ill'],
  ['happy', 'glad'],
  ['beautiful', 'lovely'],
  ['difficult', 'hard'],
  ['entire', 'whole'],
  ['famous', 'celebrated'],
  ['often', 'frequently'],
  ['nearly', 'almost'],
  ['perhaps', 'maybe'],
  ['usually', 'normally'],
  ['need', 'require'],
  ['needs', 'requires'],
  ['get', 'obtain'],
  ['show', 'display'],
  ['keep', 'hold'],
  ['allow', 'permit'],
  ['allows', 'permits'],
  ['build', 'construct'],
  ['built', 'constructed'],
  ['create', 'make'],
  ['created', 'made'],
  ['make', 'create'],
  ['made', 'created'],
  ['use', 'utilize'],
  ['uses', 'utilizes'],
  ['find', 'discover'],
  ['call', 'phone'],
  ['area', 'region'],
  ['areas', 'regions'],
  ['price', 'cost'],
  ['prices', 'costs'],
  ['company', 'firm'],
  ['companies', 'firms'],
  ['customer', 'client'],
  ['customers', 'clients'],
  ['job', 'task'],
  ['home', 'house'],
  ['homes', 'houses'],
  ['road', 'route'],
  ['autumn', 'fall'],
  ['garbage', 'trash'],
  ['author', 'writer'],
  ['authors', 'writers'],
  ['lawyer', 'attorney'],
  ['lawyers', 'attorneys'],
  ['amount', 'quantity'],
  ['bake', 'cook'],
  ['mix', 'blend'],
  ['stir', 'mix'],
  ['whisk', 'beat'],
  ['add', 'append'],
  ['large', 'big'],
  ['start', 'begin'],
  ['purchase', 'buy'],
  ['select', 'choose'],
  ['complete', 'finish'],
  ['children', 'kids'],
];
const SYNONYM_OF = new Map(SYNONYMS);
/** Of ten words, this many at most are put otherwise. */
const MOST_REWORDED = 0.25;

const parted = (blocks: readonly string[]): string[][] => blocks.map(sentencesOf);
const joined = (sentences: readonly string[][]): string[] => sentences.map((block) => block.join(' '));

function reworded(sentence: string): string | undefined {
  const words = sentence.split(' ');
  let left = Math.ceil(words.length * MOST_REWORDED);
  let changed = false;
  const put = words.map((word) => {
    const [, before = '', core = '', after = ''] = /^([("“]*)([a-z]+)([.,;:!?)”"]*)$/.exec(word) ?? [];
    const other = SYNONYM_OF.get(core);
    if (other === undefined || left === 0) return word;
    left--;
    changed = true;
    return before + other + after;
  });
  return changed ? put.join(' ') : undefined;
}

/** Every number of the sentence is one other. */
function renumbered(sentence: string): string | undefined {
  const match = /\d+/.exec(sentence);
  if (match === null) return undefined;
  const other = String((Number(match[0].slice(0, 9)) + 7) % 1_000_000_000);
  return sentence.slice(0, match.index) + other + sentence.slice(match.index + match[0].length);
}

function denied(sentence: string): string | undefined {
  const match = /\b(is|are|was|were|can|will|should|has been|have been)\b(?! not\b|n['’]t)/.exec(sentence);
  if (match === null || match.index === 0) return undefined;
  const at = match.index + match[0].length;
  return `${sentence.slice(0, at)} not${sentence.slice(at)}`;
}

/** Changes up to `most` sentences of a page, spread over it. */
function changeSome(
  blocks: readonly string[],
  most: number,
  change: (sentence: string) => string | undefined,
): { readonly blocks: string[]; readonly changed: Set<string> } {
  const sentences = parted(blocks);
  const places = sentences.flatMap((block, i) =>
    block.flatMap((sentence, j) => (change(sentence) === undefined ? [] : [[i, j] as const])),
  );
  const step = Math.max(1, Math.floor(places.length / most));
  const changed = new Set<string>();
  for (const [i, j] of places.filter((_, n) => n % step === 0).slice(0, most)) {
    const other = change(sentences[i]![j]!)!;
    sentences[i]![j] = other;
    changed.add(other);
  }
  return { blocks: joined(sentences), changed };
}

const NONE: ReadonlySet<string> = new Set();

/**
 * @param page blocks of the page, its template's among them
 * @param template tells the blocks of the site's template
 * @param donor content of a page of another site that nobody knows
 */
export function edit(
  kind: Edit,
  page: readonly string[],
  template: (block: string) => boolean,
  donor: readonly string[],
): Edited {
  const content = page.filter((block) => !template(block));
  switch (kind) {
    case 'reorder':
      return {
        blocks: joined(parted(page).map((block) => [...block].reverse())).reverse(),
        changed: NONE,
        reworded: NONE,
      };
    case 'synonyms': {
      const { blocks, changed } = changeSome(page, Number.POSITIVE_INFINITY, reworded);
      return { blocks, changed: NONE, reworded: changed };
    }
    case 'numbers':
    case 'negation': {
      const most = Math.max(1, Math.round(parted(content).flat().length * 0.1));
      const { blocks, changed } = changeSome(page, most, kind === 'numbers' ? renumbered : denied);
      return { blocks, changed, reworded: NONE };
    }
    case 'template':
      return { blocks: [...page.filter(template), ...donor], changed: NONE, reworded: NONE };
    case 'half': {
      const all = content.join(' ').length;
      const half = upTo(content, all / 2);
      const added = upTo(donor, half.join(' ').length);
      return { blocks: [...page.filter(template), ...half, ...added], changed: NONE, reworded: NONE };
    }
    case 'sibling':
      return { blocks: donor, changed: NONE, reworded: NONE };
  }
}

/** The first blocks, as many as it takes to have so many characters. */
function upTo(blocks: readonly string[], characters: number): string[] {
  const taken: string[] = [];
  for (const block of blocks) if (taken.join(' ').length < characters) taken.push(block);
  return taken;
}
