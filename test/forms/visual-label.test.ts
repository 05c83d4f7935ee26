import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractForms } from '../../src/forms/index.ts';
import { findBrowser } from '../../src/foundation/browser/index.ts';
import { captureTree, parseTree } from '../../src/foundation/dom/index.ts';
import { type LivePages, openLivePages } from '../foundation/dom/live-pages.ts';

const { found } = await findBrowser();
if (!found) console.log('skipped: no browser on this machine to lay pages out with');

/** Captions come after the boxes in the document, and in another order. */
const ABSOLUTE = `<style>
  form, .boxes, .captions { position: static } form * { position: absolute; font: 14px/20px sans-serif; margin: 0 }
  .f1 { left: 200px; top: 100px; width: 150px; height: 20px } .f2 { left: 200px; top: 140px; width: 150px; height: 20px }
  .f3 { left: 500px; top: 100px; width: 150px; height: 20px } .f4 { left: 900px; top: 600px; width: 150px; height: 20px }
  .author { left: 120px; top: 140px } .title { left: 120px; top: 100px } .year { left: 500px; top: 78px }
  .heading { left: 200px; top: 70px } .star { left: 185px; top: 100px } .gone { left: 860px; top: 600px; visibility: hidden }
  .link { left: 860px; top: 602px }
</style><form action=/find>
  <div><div><div><div><div><div><input class=f1 name=f1></div></div></div></div></div></div>
  <div><div><div><div><div><div><input class=f2 name=f2></div></div></div></div></div></div>
  <div><div><div><div><div><div><select class=f3 name=f3><option>1999<option>2000</select></div></div></div></div></div></div>
  <div><div><div><div><div><div><input class=f4 name=f4></div></div></div></div></div></div>
  <span class=author>Author</span><span class=year>Year</span><span class=title>Title</span><span class=star>*</span>
  <span class=heading>Our books</span><span class=gone>Unseen</span><a class=link href=/>Help</a></form>`;

/** Two columns of a grid, captions above; the document gives boxes row by row and captions backwards. */
const GRID = `<style>
  form { display: grid; grid-template-columns: 200px 200px; grid-template-rows: 20px 30px; gap: 4px 20px; width: 420px }
  .b1 { grid-area: 2 / 1 } .b2 { grid-area: 2 / 2 } .c1 { grid-area: 1 / 1 } .c2 { grid-area: 1 / 2 }
</style><div style="height:1500px"></div><form action=/find>
  <input class=b1 name=b1><input class=b2 name=b2>
  <span class=c2>Arrival</span><span class=c1>Departure</span></form>`;

const labels = (tree: Parameters<typeof extractForms>[0]) =>
  extractForms(tree).flatMap(({ controls }) => controls.map((c) => [c.name, c.label, c.labelSource]));

describe.runIf(found)('labels by where things stand on the screen', () => {
  let live: LivePages;
  beforeAll(async () => {
    live = await openLivePages(found!);
  });
  afterAll(() => live.close());

  const both = async (html: string, scroll = 0) => {
    const url = live.serve(html);
    const { page, session } = await live.open();
    await page.goto(url);
    await page.evaluate(`scrollTo(0, ${scroll})`);
    const tree = await captureTree(session);
    await page.close();
    return { tree, parsed: parseTree(html, url) };
  };

  it('are the nearest text to the left or above, whatever the order of the document', async () => {
    const { tree, parsed } = await both(ABSOLUTE);
    expect(labels(parsed).map(([, , source]) => source)).toEqual(['name', 'name', 'name', 'name']);
    expect(labels(tree)).toEqual([
      ['f1', 'Title', 'visual'],
      ['f2', 'Author', 'visual'],
      ['f3', 'Year', 'visual'],
      ['f4', 'f 4', 'name'],
    ]);
    expect(extractForms(tree).map(({ id }) => id)).toEqual(extractForms(parsed).map(({ id }) => id));
  });

  it('hold on a grid far down a scrolled page', async () => {
    const { tree } = await both(GRID, 1_000);
    expect(labels(tree)).toEqual([
      ['b1', 'Departure', 'visual'],
      ['b2', 'Arrival', 'visual'],
    ]);
  });

  it('never stand before what the markup says, nor take the label of another control', async () => {
    const { tree, parsed } = await both(
      '<style>form *{position:absolute} .x{left:100px;top:50px} .t{left:60px;top:50px} .y{left:100px;top:90px}</style>' +
        '<form><input class=x name=a aria-label=Given><div><div><div><div><div><input class=y name=b></div></div></div></div></div>' +
        '<span class=t>Near</span><label style="left:60px;top:90px" for=far>Other</label><input id=far style="left:900px;top:400px"></form>',
    );
    expect(labels(tree)).toEqual(labels(parsed));
    expect(labels(tree)[0]).toEqual(['a', 'Given', 'aria']);
  });
});
