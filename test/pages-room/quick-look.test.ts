import { describe, expect, it } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { seededRandom } from '../../src/learning/index.ts';
import { lookAt, parseThoroughly, parseTree } from '../../src/pages/index.ts';
import { corpusPages, mutated } from '../forms/mutated-pages.ts';

const URL_ = 'http://a.test/dir/page';
const corpus = corpusPages();

/** Undefined where the quick look gives up, else whether it sees what the thorough parser sees. */
function agrees(html: string): boolean | undefined {
  const look = lookAt(html, URL_);
  if (look.kind === 'unclear') return undefined;
  return JSON.stringify(look.tree) === JSON.stringify(parseThoroughly(html, URL_));
}

const reasonFor = (html: string): string | undefined => {
  const look = lookAt(html, URL_);
  return look.kind === 'unclear' ? look.reason : undefined;
};

describe('the quick look', () => {
  it('gives the tree of the thorough parser on every page of the corpus', () => {
    expect(corpus.map(agrees)).toEqual(corpus.map(() => true));
  });

  it('gives that tree or gives up on 1,000 mutated pages, and mostly does not give up for tangled markup', () => {
    const seen = { same: 0, other: [] as number[], unclear: 0 };
    for (let number = 0; number < 1_000; number++) {
      const page = mutated(corpus[number % corpus.length]!, corpus, seededRandom(number));
      const same = agrees(page);
      if (same === undefined) seen.unclear++;
      else if (same) seen.same++;
      else seen.other.push(number);
    }
    expect(seen.other).toEqual([]);
    expect(seen.same).toBeGreaterThan(400);
  });

  it('reads mis-nested, unclosed and foreign markup alike', () => {
    const pieces = [
      '<p><b>bold<p>still <i>both</b> one</i> none',
      '<table><tr><td>in</td>out<form><input name=a></table>after<!-- parts -->texts',
      'a<!-- c --><table>fostered<!-- d -->text<tr>x</table>',
      '<a href=1>one<div>two<a href=2>three</div>four',
      '<svg viewBox="0 0 1 1"><title>a &amp; b</title><foreignObject><p>x</foreignObject><input></svg>y',
      '<noscript><img src=x></noscript><textarea>\n&lt;b> </textarea><select><option>1<option>2<hr></select>',
      '<ul><li>1<li>2<ul><li>3</ul></ul><template><form><input></form></template><body class=late>',
      '<script><!-- a </script><style>p > a</style><title>a</title><title>b</title>&copy;&notit;&#150;',
      '<input NAME=A name=b VALUE=&quot;x&ltx;y><INPUT Ünï=1 / checked>\r\n<pre>\n\rx</pre>',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><p><table><tr><td>quirks</table>',
      '</p></br></html>late<p>more</body>&nbsp;',
    ];
    expect(pieces.map((html) => [html, agrees(html)])).toEqual(pieces.map((html) => [html, true]));
  });

  it('gives up, and says why, where the tokenizers are not known to agree', () => {
    expect(reasonFor('<p>\0</p>')).toBe('a null character');
    expect(reasonFor('<p>one</p><a href="')).toBe('cut off inside a tag');
    expect(reasonFor('<script><!-- <script> </script> --></script>')).toMatch(/script/);
    expect(reasonFor('<noscript><p title="</noscript>">x</noscript>')).toMatch(/noscript/);
    expect(reasonFor('<a></a title=">">')).toBe('an end tag with attributes');
    expect(reasonFor('<svg><![CDATA[x]]></svg>')).toBe('a CDATA section');
    expect(reasonFor('<title>Rooms<&amp;</title>')).toMatch(/title/);
    expect(reasonFor('<frameset><frame src=a></frameset>')).toBe('a frame set');
    expect(reasonFor('x'.repeat(4_000_001))).toBe('longer than is read');
  });

  it('says whether anything on the page could be a form', () => {
    const formLike = (html: string) => parseTree(html, URL_).formLike;
    expect(formLike('<form></form>')).toBe(true);
    expect(formLike('<div role=search><input type=search></div>')).toBe(true);
    expect(formLike('<p>text</p><a href=x>y</a><script>"<form>"</script><template><form></template>')).toBe(
      false,
    );
    for (const html of corpus) {
      const { formLike: told, ...tree } = parseTree(html, URL_);
      if (told === false) expect(extractForms(tree)).toEqual([]);
    }
  });
});
