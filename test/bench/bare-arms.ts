/** Clients that keep nothing: what fetching, and listing with a streaming parser, costs at the least. */

/** What an arm is to do, and whom it tells of each page. */
export interface Crawl {
  readonly home: string;
  readonly maxPages: number;
  count(): void;
}

export interface Result {
  readonly pages: number;
  readonly forms: number;
  /** Paths of the pages that were read, each with the paths that its forms lead to. */
  readonly seen?: Seen;
}

export type Seen = Readonly<Record<string, readonly string[]>>;

/** HTTP alone; links are found by a regular expression. */
export async function plain({ home, maxPages, count }: Crawl): Promise<Result> {
  const { request, Agent } = await import('undici');
  const dispatcher = new Agent({ connections: 16 });
  const seen = new Set([home]);
  const queue = [home];
  let pages = 0;
  let underway = 0;
  const links = /href="(\/docs\/[^"]+)"/g;
  await new Promise<void>((resolve, reject) => {
    const more = () => {
      while (underway < 16 && queue.length > 0 && pages + underway < maxPages) {
        underway++;
        fetchOne(queue.shift() ?? home).then(more, reject);
      }
      if (underway === 0) resolve();
    };
    const fetchOne = async (url: string) => {
      const text = await (await request(url, { dispatcher })).body.text();
      pages++;
      count();
      underway--;
      // The least that finds the next page; nothing is parsed.
      for (const [, path] of text.matchAll(links)) {
        const to = new URL(path ?? '', home).href;
        if (seen.has(to)) continue;
        seen.add(to);
        queue.push(to);
      }
    };
    more();
  });
  return { pages, forms: 0 };
}

/** What a streaming parser tells of a page: addresses as they stand there, forms or what is known of them. */
interface Listed {
  readonly hrefs: readonly string[];
  readonly forms: number;
}

interface Lister {
  write(text: string): void;
  end(): Listed;
}

type Parser = typeof import('htmlparser2').Parser;

/** The least: addresses are collected, forms counted. */
export function counting(Parser: Parser): Lister {
  const hrefs: string[] = [];
  let forms = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      if (name === 'form') forms++;
      else if (name === 'a' && href !== undefined) hrefs.push(href);
    },
  });
  return {
    write: (text) => parser.write(text),
    end: () => {
      parser.end();
      return { hrefs, forms };
    },
  };
}

/** What one would keep: title, links with their text, forms with their fields and the text in them. */
export function listing(Parser: Parser): Lister {
  const links: { href: string; text: string }[] = [];
  const forms: { action: string; method: string; text: string; fields: Record<string, string>[] }[] = [];
  let title = '';
  let link: { href: string; text: string } | undefined;
  let form: (typeof forms)[number] | undefined;
  let inTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' && attributes.href !== undefined) {
        link = { href: attributes.href, text: '' };
        links.push(link);
      } else if (name === 'form') {
        const { action = '', method = 'get' } = attributes;
        form = { action, method, text: '', fields: [] };
        forms.push(form);
      } else if (name === 'title') inTitle = true;
      else if (/^(?:input|select|textarea|button)$/.test(name))
        form?.fields.push({ ...attributes, tag: name });
    },
    ontext(text) {
      if (link !== undefined) link.text += text;
      if (form !== undefined) form.text += text;
      if (inTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'a') link = undefined;
      else if (name === 'form') form = undefined;
      else if (name === 'title') inTitle = false;
    },
  });
  return {
    write: (text) => parser.write(text),
    end: () => {
      parser.end();
      const page = { title, links: links.map(({ href, text }) => ({ href, text: text.trim() })), forms };
      return { hrefs: page.links.map(({ href }) => href), forms: page.forms.length };
    },
  };
}

/** What arrives goes straight into a streaming parser; nothing is kept. */
export async function streamed(
  lister: (parser: Parser) => Lister,
  { home, maxPages, count }: Crawl,
): Promise<Result> {
  const { request, Agent } = await import('undici');
  const { Parser } = await import('htmlparser2');
  const dispatcher = new Agent({ connections: 16 });
  const seen = new Set([home]);
  const queue = [home];
  let pages = 0;
  let forms = 0;
  const one = async (url: string) => {
    const { body } = await request(url, { dispatcher });
    const parser = lister(Parser);
    body.setEncoding('utf8');
    for await (const text of body) parser.write(String(text));
    const found = parser.end();
    forms += found.forms;
    pages++;
    count();
    for (const href of found.hrefs) {
      const to = URL.parse(href, url)?.href;
      if (to === undefined || seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  };
  let underway = 0;
  await new Promise<void>((resolve, reject) => {
    const more = () => {
      while (underway < 16 && queue.length > 0 && pages + underway < maxPages) {
        underway++;
        one(queue.shift() ?? home).then(() => {
          underway--;
          more();
        }, reject);
      }
      if (underway === 0) resolve();
    };
    more();
  });
  return { pages, forms };
}
