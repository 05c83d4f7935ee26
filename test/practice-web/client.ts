/** A plain HTTP client for one host of the practice web; follows nothing. */

import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The one certificate to trust: asks by HTTPS. */
  readonly certificate?: string;
  /** 127.0.0.1 when left out. */
  readonly address?: string;
}

/** @throws what the connection throws: ECONNRESET for a dropped one, `aborted` for half a body */
export function ask(port: number, host: string, path: string, options: Ask = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { certificate: ca, address = '127.0.0.1' } = options;
    const sent = (ca ? httpsRequest : httpRequest)(
      {
        host: address,
        port,
        path,
        method: options.method ?? 'GET',
        headers: { host, ...options.headers },
        agent: false,
        ...(ca ? { ca, checkServerIdentity: () => undefined } : {}),
      },
      (message) => {
        const parts: Buffer[] = [];
        message.on('data', (part: Buffer) => parts.push(part));
        message.once('error', reject);
        message.once('end', () => {
          const body = Buffer.concat(parts);
          resolve({ status: message.statusCode ?? 0, headers: message.headers, body, text: body.toString() });
        });
      },
    );
    sent.once('error', reject);
    sent.end(options.body);
  });
}
