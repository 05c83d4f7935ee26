import type { Server } from 'node:http';
import { extractForms, type Form } from '../../src/forms/index.ts';
import {
  findBrowser,
  launchOptions,
  openPagePool,
  type PagePool,
} from '../../src/foundation/browser/index.ts';
import { captureTree } from '../../src/foundation/dom/index.ts';
import {
  type BrowserProxy,
  createHttpClient,
  liveTransport,
  startBrowserProxy,
} from '../../src/foundation/http/index.ts';
import type { Outbound } from '../../src/submissions/index.ts';
import { hangUp, openPort } from '../open-port.ts';

export interface BrowserSite {
  readonly origin: string;
  readonly pages: PagePool;
  readonly proxy: BrowserProxy;
  /** Asks the forms of the site by HTTP and in the browser, at once. */
  readonly out: Outbound;
  /** Reads the first form of a page in the browser. */
  form(path: string): Promise<Form>;
  close(): Promise<void>;
}

/** Lets a server be asked in a browser, whose requests go through a proxy of ours. */
export async function browserSite(server: Server, tabs = 1): Promise<BrowserSite> {
  const origin = `http://127.0.0.1:${await openPort(server)}`;
  const web = liveTransport({ allowPrivate: true });
  const egress = createHttpClient({ transport: web, userAgent: 'Fieldfare' });
  const proxy = await startBrowserProxy(egress);
  const { found } = await findBrowser();
  const base = launchOptions(found!);
  const pages = await openPagePool({
    launchOptions: {
      ...base,
      args: [...(base.args ?? []), ...proxy.launchArgs],
      proxy: { server: proxy.url, bypass: '<-loopback>' },
    },
    pages: tabs,
    userAgent: 'Fieldfare',
    navigationTimeoutMs: 15_000,
    settleMs: 4_000,
  });
  return {
    origin,
    pages,
    proxy,
    out: {
      ...{ egress, browser: { pages, proxy } },
      permit: async () => undefined,
      ended: () => undefined,
      pause: () => undefined,
    },
    form: async (path) => {
      const tree = await pages.visit('127.0.0.1', origin + path, ({ session }) => captureTree(session));
      return extractForms(tree)[0]!;
    },
    close: async () => {
      await pages.close();
      await proxy.close();
      await web.close();
      await hangUp(server);
    },
  };
}
