import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  findBrowser,
  launchOptions,
  type OpenPage,
  openPagePool,
  type PagePool,
} from '../../../src/foundation/browser/index.ts';
import type { PagePoolOptions } from '../../../src/foundation/browser/page-pool.ts';
import {
  captureTree,
  elementsOf,
  linksOf,
  type TreeDocument,
  textOf,
} from '../../../src/foundation/dom/index.ts';
import { hangUp, openPort } from '../../open-port.ts';

const { found: browser } = await findBrowser();
if (!browser) console.log('skipped: no browser on this machine to open pages in');

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

let server: Server;
let origin: string;
const pages = new Map<string, Answer>();
const asked: string[] = [];
const pools: PagePool[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = pages.get(new URL(request.url ?? '/', 'http://x').pathname);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'string') response.end(`<!doctype html><title>t</title><body>${answer}`);
    else answer(request, response);
  });
  origin = `http://127.0.0.1:${await openPort(server)}`;
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});
afterAll(() => hangUp(server));

const pool = async (options: Partial<PagePoolOptions> = {}): Promise<PagePool> => {
  const made = await openPagePool({
    launchOptions: launchOptions(browser!),
    pages: 1,
    userAgent: 'FieldfareTest',
    navigationTimeoutMs: 8_000,
    settleMs: 4_000,
    ...options,
  });
  pools.push(made);
  return made;
};
const at = (name: string, answer: Answer): string => {
  pages.set(`/${name}`, answer);
  return `${origin}/${name}`;
};
const read = ({ session }: OpenPage): Promise<TreeDocument> => captureTree(session);
const ids = (tree: TreeDocument): string[] =>
  [...elementsOf(tree.root)].map((element) => element.attributes.id ?? '').filter((id) => id !== '');
const see = async (from: PagePool, url: string): Promise<string[]> => ids(await from.visit('a', url, read));
const build = `document.body.insertAdjacentHTML('beforeend', '<form id=late><input></form>')`;
const never: Answer = () => undefined;

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  return { result: await work(), ms: performance.now() - began };
}

const descendants = (): number[] => {
  const below = (pid: number): number[] => {
    try {
      const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
      return text === '' ? [] : text.split(' ').flatMap((child) => [Number(child), ...below(Number(child))]);
    } catch {
      return [];
    }
  };
  return below(process.pid).filter((pid) => {
    try {
      return /chrom|headless/i.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
    } catch {
      return false;
    }
  });
};
/** Debian starts its browser from a shell script, which stays. */
const browserProcess = (): number =>
  descendants().find((pid) =>
    /^(?!\/bin\/).*--remote-debugging-pipe/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1')),
  )!;

describe.runIf(browser)('what a page builds late is waited for', () => {
  const late: Record<string, string> = {
    'a timer of 500 ms': `setTimeout(() => { ${build} }, 500)`,
    'a timer given as text': `setTimeout("${build.replaceAll('"', '\\"')}", 0)`,
    'timers that set timers': `setTimeout(() => setTimeout(() => { ${build} }, 300), 300)`,
    'an answer that takes 300 ms': `fetch('/after300').then(() => { ${build} })`,
    'an XMLHttpRequest and then a frame': `const x = new XMLHttpRequest(); x.open('GET', '/after300');
      x.onload = () => requestAnimationFrame(() => setTimeout(() => { ${build} }, 100)); x.send()`,
    'an interval that looks for something': `let n = 0; const t = setInterval(() => { if (++n === 3) { clearInterval(t); ${build} } }, 150)`,
    'an idle moment': `requestIdleCallback(() => { ${build} })`,
    'the load of a slow picture': `const i = new Image(); i.src = '/after300'; i.style = 'x'; document.body.append(i); window.onload = () => { ${build} }`,
    'a message to itself': `onmessage = () => { ${build} }; postMessage(1, '*')`,
    'a timer in a frame': `document.body.insertAdjacentHTML('beforeend', '<iframe src=/late-frame></iframe>')`,
  };

  it('of megabytes of code that work for longer than a script may hang', { timeout: 120_000 }, async () => {
    const busy = `<p id=p></p><script type="application/json">"${'x'.repeat(6_000_000)}"</script>
      <script>const began = Date.now(); while (Date.now() - began < 7_000); ${build}</script>`;
    expect(await see(await pool(), at('heavy', busy))).toEqual(['p', 'late']);
  });

  it('whatever it waits for itself', { timeout: 60_000 }, async () => {
    at('after300', (_request, response) => setTimeout(() => response.end('ok'), 300));
    at('late-frame', `<script>setTimeout(() => { ${build} }, 500)</script>`);
    const shared = await pool();
    for (const [what, script] of Object.entries(late)) {
      const seen = await see(shared, at('late', `<script>${script}</script>`));
      expect([what, seen]).toEqual([what, ['late']]);
    }
  });

  it('but not a timer that comes too late to be waited for', async () => {
    const shared = await pool();
    const clock = at(
      'clock',
      '<p id=p></p><script>setTimeout(function tick() { setTimeout(tick, 900) }, 900)</script>',
    );
    const runs = [];
    for (let i = 0; i < 3; i++) runs.push((await timed(() => see(shared, clock))).ms);
    expect(Math.min(...runs)).toBeGreaterThan(900);
    expect(Math.min(...runs)).toBeLessThan(1_450);
  });

  it('after an action for twice the time, while content is on its way', async () => {
    at('after5500', (_request, response) => setTimeout(() => response.end('ok'), 5_500));
    const script = `function go() { fetch('/after5500').then(() => { ${build} }) }`;
    const url = at('held', `<p id=p></p><script>${script}</script>`);
    const shared = await pool();
    const effect = await shared.visit(
      'held',
      url,
      async (open) => {
        const settled = await open.mark();
        await open.page.evaluate('go()');
        return settled({ patienceMs: 100, mostMs: 5_000 });
      },
      { workMs: 30_000 },
    );
    expect(effect).toEqual({ changed: true, moved: false, cut: false });
  });

  it('and a page that builds nothing costs next to nothing more', async () => {
    const shared = await pool();
    const plain = at('plain', '<p id=p>text</p>');
    const scripted = at('scripted', '<p id=p>text</p><script>setTimeout(() => 0, 30_000)</script>');
    await see(shared, plain);
    for (const url of [plain, scripted]) {
      const runs = [];
      for (let i = 0; i < 5; i++) runs.push((await timed(() => see(shared, url))).ms);
      console.log(
        `${url.slice(url.lastIndexOf('/'))}: ${runs.map(Math.round).join(', ')} ms a visit, kept page`,
      );
      expect(Math.min(...runs)).toBeLessThan(400);
    }
    const fresh = [];
    for (let i = 0; i < 5; i++) {
      fresh.push((await timed(() => shared.visit(`site ${i}`, plain, read))).ms);
    }
    console.log(`/plain: ${fresh.map(Math.round).join(', ')} ms a visit, new page each`);
  });
});

describe.runIf(browser)('a page that misbehaves', () => {
  /** Each with the longest it may take, ms, and what must be seen of it. */
  const pests: Record<string, [Answer, number, string[]]> = {
    'opens dialogs': [
      `<p id=p></p><script>alert(1); confirm(2); prompt(3); onbeforeunload = (e) => { e.preventDefault(); return 'stay' }</script>`,
      4_000,
      ['p'],
    ],
    'opens windows': [
      '<p id=p></p><script>for (let i = 0; i < 50; i++) window.open("/opened?" + i)</script>',
      4_000,
      ['p'],
    ],
    'closes its window': [
      '<p id=p></p><script>window.close(); setTimeout(() => self.close(), 50)</script>',
      4_000,
      ['p'],
    ],
    'downloads by script': [
      '<a id=p href=/file download>x</a><script>document.getElementById("p").click()</script>',
      4_500,
      ['p'],
    ],
    'loops while loading': [
      '<p id=before></p><script>while (true);</script><p id=after></p>',
      11_000,
      ['before', 'after'],
    ],
    'loops in a timer': [
      '<p id=p></p><script>setTimeout(() => { while (true); }, 50)</script>',
      11_000,
      ['p'],
    ],
    'loops in a promise': [
      '<p id=p></p><script>const f = () => Promise.resolve().then(f); setTimeout(f, 20)</script>',
      11_000,
      ['p'],
    ],
    'opens dialogs for ever': [
      '<p id=p></p><script>setTimeout(() => { while (true) alert(1); }, 20)</script>',
      12_000,
      ['p'],
    ],
    'grows for ever': [
      '<p id=p></p><script>setInterval(() => document.body.append(document.createElement("i")))</script>',
      7_000,
      ['p'],
    ],
    'polls for ever': [
      '<p id=p></p><script>setInterval(() => fetch("/plain?" + Math.random()), 40)</script>',
      7_000,
      ['p'],
    ],
    'holds a request open': ['<p id=p></p><script>fetch("/never")</script>', 6_000, ['p']],
    'sets timers for ever': [
      '<p id=p></p><script>(async () => { for (;;) await new Promise((r) => setTimeout(r, 50)) })()</script>',
      4_000,
      ['p'],
    ],
    'never ends loading': [
      '<p id=p></p><img src=/never><script>setTimeout(() => 0, 100)</script>',
      6_000,
      ['p'],
    ],
    'waits for a script that never comes': ['<p id=p></p><script async src=/never></script>', 6_000, ['p']],
    'registers a service worker': [
      '<p id=p></p><script>navigator.serviceWorker.register("/worker")</script>',
      4_000,
      ['p'],
    ],
    'redefines what every script uses': [
      `<form id=p name=getElementsByTagName><input name=readyState></form><script>
        JSON.stringify = () => 'fooled'; Array.prototype.push = () => { throw 1 }; Symbol.for = Object.keys = null;
        document.getElementsByTagName = () => { throw 1 }; window.setTimeout = () => { throw 1 }; Map.prototype.get = null;
        Object.defineProperty(Object.prototype, 'toJSON', { value: () => 'fooled' }); Document.prototype.getElementsByTagName = null;
      </script>`,
      4_000,
      ['p'],
    ],
    'has five megabytes': [
      `<p id=p></p>${`<p>${'some text and more of it '.repeat(6)}<a href=/x>a link</a></p>`.repeat(30_000)}`,
      25_000,
      ['p'],
    ],
  };

  it('is shown all the same, in bounded time, and so is the next page', { timeout: 180_000 }, async () => {
    at('never', never);
    at('file', (_request, response) => {
      response.setHeader('content-disposition', 'attachment; filename=x.bin');
      response.end('x');
    });
    at('worker', 'oninstall = () => 0');
    const calm = at('calm', '<p id=calm></p><script>document.title = "calm"</script>');
    const all = Object.entries(pests);
    const abreast = [0, 1, 2].map(async (lane) => {
      const shared = await pool({ navigationTimeoutMs: 30_000 });
      await see(shared, calm);
      for (const [what, [page, most, expected]] of all.filter((_, i) => i % 3 === lane)) {
        const { result, ms } = await timed(() => see(shared, at(`pest${lane}`, page)));
        console.log(`${what}: ${Math.round(ms)} ms`);
        expect([what, result]).toEqual([what, expected]);
        expect.soft(ms, what).toBeLessThan(most);
        const next = await timed(() => see(shared, calm));
        expect([what, next.result]).toEqual([what, ['calm']]);
        expect.soft(next.ms, `after: ${what}`).toBeLessThan(8_000);
      }
    });
    await Promise.all(abreast);
    expect(asked.filter((path) => /^\/(?:opened|worker)/.test(path))).toEqual([]);
  });

  it('is given up when it crashes, and the next visit works', async () => {
    const shared = await pool();
    const calm = at('calm', '<p id=calm></p>');
    const { result, ms } = await timed(() =>
      shared
        .visit('a', calm, async ({ session }) => {
          session.send('Page.crash').catch(() => undefined);
          return read({ session } as OpenPage);
        })
        .then(
          () => 'read',
          (error: Error) => error.message,
        ),
    );
    expect(result).toMatch(/crash|closed/i);
    expect(ms).toBeLessThan(10_000);
    expect(await see(shared, calm)).toEqual(['calm']);
  });

  it('is given up when it is a download, never begins to answer, or does not exist', async () => {
    const shared = await pool({ navigationTimeoutMs: 1_500 });
    at('file', (_request, response) => {
      response.setHeader('content-disposition', 'attachment; filename=x.bin');
      response.end('x');
    });
    await expect(see(shared, `${origin}/file`)).rejects.toThrow(/download/i);
    await expect(see(shared, at('never', never))).rejects.toThrow(/timeout/i);
    await expect(see(shared, 'http://127.0.0.1:1/')).rejects.toThrow();
    expect(await see(shared, at('calm', '<p id=calm></p>'))).toEqual(['calm']);
  });
});

describe.runIf(browser)('a page that goes elsewhere', () => {
  it('is followed where it goes by itself within a second', async () => {
    const shared = await pool();
    const target = at('target', `<script>setTimeout(() => { ${build} }, 200)</script>`);
    expect(
      await see(shared, at('moves', `<script>setTimeout(() => { location = '/target' }, 300)</script>`)),
    ).toEqual(['late']);
    expect(await see(shared, at('moves', `<meta http-equiv=refresh content="0; url=${target}">`))).toEqual([
      'late',
    ]);
    expect(
      await see(shared, at('moves', `<p id=p></p><script>history.pushState(0, '', '/pushed')</script>`)),
    ).toEqual(['p']);
  });

  it('is left when it goes round in circles', async () => {
    at('ring', `<p id=p></p><meta http-equiv=refresh content="0; url=/ring2">`);
    at('ring2', `<p id=p></p><script>location.replace('/ring')</script>`);
    const shared = await pool();
    const { result, ms } = await timed(() => see(shared, `${origin}/ring`));
    expect(result).toEqual(['p']);
    expect(ms).toBeLessThan(7_000);
  });
});

describe.runIf(browser)('one visit leaves nothing to the next', () => {
  const TELLS = `<p id=p></p><script>
    const seen = [document.cookie, localStorage.x, sessionStorage.x, window.name, history.length, document.referrer, navigation.entries().length];
    document.getElementById('p').textContent = JSON.stringify(seen);
    const write = () => { document.cookie = 'x=1'; localStorage.x = 1; sessionStorage.x = 1; window.name = 'x'; };
    write(); addEventListener('pagehide', write); addEventListener('unload', write); addEventListener('beforeunload', write);
    history.pushState(0, '', '/tells?pushed');
    const tell = (what) => { document.getElementById('p').textContent += ' ' + what; };
    caches.keys().then((names) => {
      tell('caches' + names.length);
      caches.open('x');
      const open = indexedDB.open('x');
      open.onsuccess = () => tell('db' + open.result.objectStoreNames.length);
      open.onupgradeneeded = () => { open.result.createObjectStore('s' + Math.random()); tell('new'); };
    });
  </script>`;

  /** The pool does not wait for a database of the page to open; what the page tells of it is waited for here. */
  const told = async (open: OpenPage): Promise<string> => {
    for (const began = performance.now(); ; await new Promise((done) => setTimeout(done, 20))) {
      const text = textOf((await read(open)).root);
      if (text.includes(' db') || performance.now() - began > 4_000) return text;
    }
  };

  it('on the same site, on another, by script or by header', async () => {
    pages.set('/tells', (request, response) => {
      response.setHeader('set-cookie', ['h=1; Max-Age=1000', 'k=1; HttpOnly']);
      response.end(`<!doctype html><body><i>${request.headers.cookie ?? 'no cookie'}</i>${TELLS}`);
    });
    const shared = await pool();
    const show = (site: string) => shared.visit(site, `${origin}/tells`, told);
    const first = await show('a');
    expect(first).toMatch(/^no cookie \["h=1",null,null,"",2,"",1\] caches0 new db1$/);
    for (const site of ['a', 'a', 'b', 'a']) expect(await show(site)).toBe(first);
  });

  it('when a worker of its writes on as long as it lives', async () => {
    at('worker.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript');
      response.end(`setInterval(() => caches.open('w' + Math.random()), 20)`);
    });
    const url = at(
      'writes',
      `<p id=p></p><script>
        caches.keys().then((names) => { document.getElementById('p').textContent = 'caches' + names.length + ' db'; });
        if (location.search === '') new Worker('/worker.js');
      </script>`,
    );
    const shared = await pool();
    const show = (query: string) =>
      shared.visit('a', url + query, async (open) => {
        const text = await told(open);
        await new Promise((done) => setTimeout(done, 100));
        return text;
      });
    for (const query of ['', '', '?2']) expect(await show(query)).toBe('caches0 db');
  });

  it('when a page of another origin took part', async () => {
    const shared = await pool();
    const port = new URL(origin).port;
    pages.set('/tells', TELLS);
    const url = at('holds', `<iframe src="http://localhost:${port}/tells"></iframe><p id=p></p>`);
    expect(await see(shared, url)).toContain('p');
    const moved = at(
      'moves',
      `<script>sessionStorage.x = 1; location = 'http://localhost:${port}/tells'</script>`,
    );
    const first = await shared.visit('a', moved, told);
    for (let i = 0; i < 2; i++) expect(await shared.visit('a', moved, told)).toBe(first);
    expect(first).not.toContain('"1"');
  });

  it('and yet the page itself is kept within the site, and only there', async () => {
    const shared = await pool();
    const calm = at('calm', '<p id=calm></p>');
    const pageOf = (site: string) => shared.visit(site, calm, async ({ page }) => page);
    const a = await pageOf('a');
    expect(await pageOf('a')).toBe(a);
    expect(await pageOf('b')).not.toBe(a);
    expect(await pageOf('a')).toBe(a);
    for (let i = 0; i < 8; i++) await pageOf(`site ${i}`);
    expect(a.isClosed()).toBe(true);
    const kept = await pageOf('site 6');
    const memory = vi.spyOn(process, 'availableMemory').mockReturnValue(1_000_000_000);
    await pageOf('site 7');
    memory.mockRestore();
    expect(kept.isClosed()).toBe(true);
  });
});

describe.runIf(browser)('the pool', () => {
  it('lets a visit fail whose browser is killed, and goes on with another', async () => {
    const shared = await pool();
    const calm = at('calm', '<p id=calm></p>');
    await see(shared, calm);
    await expect(
      shared.visit('a', calm, async (open) => {
        process.kill(browserProcess(), 'SIGKILL');
        return read(open);
      }),
    ).rejects.toThrow();
    expect(await see(shared, calm)).toEqual(['calm']);
    process.kill(browserProcess(), 'SIGKILL');
    expect(await see(shared, calm)).toEqual(['calm']);
  });

  it('brings twenty visits of three sites over two pages to an end, bad ones among them', {
    timeout: 60_000,
  }, async () => {
    const shared = await pool({ pages: 2, navigationTimeoutMs: 2_000 });
    at('never', never);
    const calm = at('calm', '<p id=calm></p>');
    const visits = Array.from({ length: 20 }, (_, i) =>
      shared.visit(`site ${i % 3}`, i % 7 === 6 ? `${origin}/never` : calm, async (open) => {
        if (i === 9) await open.page.close();
        if (i === 10) throw new Error('work failed');
        return ids(await read(open));
      }),
    );
    const settled = await Promise.allSettled(visits);
    const failed = settled.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []));
    expect(failed).toEqual([6, 9, 10, 13]);
  });

  it('serves visits in the order they came', async () => {
    const shared = await pool();
    const calm = at('calm', '<p id=calm></p>');
    const order: number[] = [];
    const visit = (n: number) => shared.visit('a', calm, async () => order.push(n));
    const first = visit(0);
    const others = [visit(1), visit(2)];
    await first;
    await Promise.all([...others, visit(3)]);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('refuses whoever waits when it closes, and leaves no process behind', async () => {
    const shared = await pool();
    const calm = at('calm', '<p id=calm></p>');
    await see(shared, calm);
    expect(descendants().length).toBeGreaterThan(0);
    const under = shared.visit('a', at('never', never), read);
    const waiting = shared.visit('b', calm, read);
    const settled = Promise.allSettled([under, waiting]);
    await shared.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(shared.visit('a', calm, read)).rejects.toThrow(/closed/);
    await expect.poll(descendants, { timeout: 10_000 }).toEqual([]);
  });

  it('leaves no process behind when it closes while a browser starts', async () => {
    const shared = await pool();
    const starting = shared.visit('a', at('calm', '<p id=calm></p>'), read).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await shared.close();
    await starting;
    await expect.poll(descendants, { timeout: 10_000 }).toEqual([]);
  });

  it('starts no browser before a page is asked for', async () => {
    await (await pool()).close();
    expect(descendants()).toEqual([]);
  });

  it('keeps frames of another site in a process of their own', async () => {
    const port = new URL(origin).port;
    at('calm', '<p id=calm></p>');
    const url = at('frames', `<iframe src="http://localhost:${port}/calm"></iframe><p id=p></p>`);
    const targets = await (await pool()).visit('a', url, ({ session }) =>
      session.send('Target.getTargets', { filter: [{}] }),
    );
    expect(targets.targetInfos.filter(({ type }) => type === 'iframe').map((target) => target.url)).toEqual([
      `http://localhost:${port}/calm`,
    ]);
  });

  it('shows the links that scripts add', async () => {
    const tree = await (await pool()).visit(
      'a',
      at('links', '<script>document.body.innerHTML = "<a href=/x>x</a>"</script>'),
      read,
    );
    expect(linksOf(tree)).toEqual([{ url: `${origin}/x`, anchor: 'x', around: '' }]);
  });

  it('closes the page that it held for an owner when it holds another one', async () => {
    const from = await pool();
    const owner = {};
    const opened: OpenPage['page'][] = [];
    const keep = async (open: OpenPage) => {
      opened.push(open.page);
      open.hold();
    };
    const url = at('kept', '<p id=kept></p>');
    await from.visit('a', url, keep, { owner });
    await from.visit('a', url, keep, { owner });
    expect(opened.map((page) => page.isClosed())).toEqual([true, false]);
  });
});
