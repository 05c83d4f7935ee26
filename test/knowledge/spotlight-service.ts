import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { openPort } from '../open-port.ts';

/** A service on loopback that speaks the REST of DBpedia Spotlight and knows a few names. */
export async function spotlightService(names: readonly string[]) {
  const texts: string[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const fields = new URLSearchParams(await text(request));
    const asked = fields.get('text');
    const understood =
      request.method === 'POST' &&
      request.url === '/rest/annotate' &&
      request.headers.accept === 'application/json' &&
      Number(fields.get('confidence')) > 0 &&
      asked !== null;
    texts.push(asked ?? '');
    if (!understood || status !== 200) {
      response.writeHead(understood ? status : 400).end();
      return;
    }
    const Resources = names.flatMap((name) => {
      const at = asked.toLowerCase().indexOf(name);
      if (at < 0) return [];
      return {
        '@URI': `http://dbpedia.org/resource/${name[0]!.toUpperCase()}${name.slice(1)}`,
        '@support': '1200',
        '@types': 'Wikidata:Q2095,DBpedia:Food',
        '@surfaceForm': asked.slice(at, at + name.length),
        '@offset': String(at),
        '@similarityScore': '0.99',
        '@percentageOfSecondRank': '0.0',
      };
    });
    response.setHeader('content-type', 'application/json');
    // Spotlight leaves the list out where it links nothing.
    const found = Resources.length === 0 ? {} : { Resources };
    response.end(JSON.stringify({ '@text': asked, '@confidence': '0.5', ...found }));
  });
  const port = await openPort(server);
  return {
    address: `http://127.0.0.1:${port}/rest/annotate`,
    texts,
    fail: (code: number) => {
      status = code;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
