import type { Transport } from '../../src/foundation/http/index.ts';
import type { TransportResponse } from '../../src/foundation/http/transport.ts';

/**
 * A web whose robots.txt asks for no delays. While a host rests a crawl reads others, the more the faster the machine
 * is: that alone made one strategy's order on one web differ from run to run, and so what it learnt.
 */
export const withoutCrawlDelay = <W extends Transport>(web: W): W => ({
  ...web,
  send: async (request, signal) => {
    const response = await web.send(request, signal);
    return new URL(request.url).pathname === '/robots.txt' ? undelayed(response) : response;
  },
});

async function undelayed(response: TransportResponse): Promise<TransportResponse> {
  const pieces = await Array.fromAsync(response.body);
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^crawl-delay:.*$/gim, '');
  const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const body = (async function* () {
    yield Buffer.from(text);
  })();
  return { ...response, headers, body };
}
