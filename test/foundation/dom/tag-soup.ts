import type { RandomSource } from '../../../src/foundation/learning/random.ts';

const list = (words: string): string[] => words.split(' ');

const NAMES = list(
  'html head body title base meta link style script noscript div p p ul li li ol dl dt dd h1 h2 a a b i font nobr span table table tr tr td td th tbody thead tfoot caption colgroup col form form input input select option optgroup textarea button pre br hr img svg path g desc object marquee label fieldset center address section frame iframe xmp listing param image search menu keygen u em strong applet unknown-x',
);
const TEXTS = [
  ...[' ', '\n', 'x', ' y ', 'some words', '\n\n', '\r\n', '<', 'a<b', '< ', '\uFEFF', '\0'],
  ...[
    ...['a&amp;b', '&lt;', '&copy', '&notit;', '&#65;', '&#x80;', '&#0;', '&nbsp;', '&am', '&'],
    ...['&lang;', '&ltx'],
  ],
  ...[
    ...['<!-- c -->', '<!--->', '<!-->x', '<!--a--!>', '<!x>', '<?y>', '</>', '</ z>'],
    ...['<!doctype html>', '</p>'],
  ],
];
const ATTRIBUTES = [
  ...[' a=1', ' class="x y"', ' type=hidden', ' TYPE=HIDDEN', ' id=i', ' id=j form=i', ' hidden', ' a=1 A=2'],
  ...[
    ' style="display:none"',
    ' href="?a=1&amp;b&copy=2&lt"',
    ' x=&quot;',
    '/',
    ' /',
    ' a=b/',
    ' =x',
    ' "',
    " 'a'=b",
  ],
  ...[
    ...[' color=red', ' checked name=r type=radio', ' selected', ' viewbox=1 xlink:href=#'],
    ...[' a = b c', ' a\n=\n"c"'],
  ],
];
const RAW = /^(?:script|style|title|textarea|xmp|iframe|noscript)$/;
const SCRIPTS = [...TEXTS, '<!-- <script> x </script> -->', '<!-- <script>', '-->', '<!--', '</scriptx>'];

/** Tags in no order, closed or not, of a few names or of all: what the seed chooses. */
export function tagSoup(random: RandomSource, names: readonly string[] = NAMES): string {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string;
  const some = random() < 0.5 ? names : Array.from({ length: 6 }, () => pick(names));
  const open: string[] = [];
  let html = pick(['<!doctype html>', '', '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">']);
  for (let left = 2 + Math.floor(random() ** 2 * 40); left > 0; left--) {
    const kind = random();
    if (kind < 0.45) {
      const name = pick(some);
      open.push(name);
      html += `<${name}${random() < 0.4 ? pick(ATTRIBUTES) : ''}>`;
      if (RAW.test(name) && random() < 0.9) html += `${pick(SCRIPTS)}${pick(SCRIPTS)}</${name}>`;
    } else if (kind < 0.6) html += `</${open.pop() ?? pick(some)}>`;
    else html += kind < 0.7 ? `</${pick(some)}>` : pick(TEXTS);
  }
  return html;
}

/** Names that tables, selects and drawings treat in ways of their own. */
export const TANGLING: readonly (readonly string[])[] = [
  list('table tr td form input a p div select option tbody caption col'),
  list('svg a b p title g div button td table desc style'),
  list('a b i font p div nobr li ul'),
  list('select option optgroup hr input table td script textarea div'),
];
