/** Child process of the kill test: appends and flushes until it is killed, saying what has been acknowledged. */

import { openExchangeLog } from '../../../src/foundation/warc/index.ts';

const [dir = '', acknowledged = '0'] = process.argv.slice(2);
const log = await openExchangeLog(dir, { acknowledged: Number(acknowledged) });
for (let i = 0; ; i++) {
  const body = Buffer.alloc(2000 + ((i * 7919) % 60_000), `page ${i} `);
  const appended = [1, 2, 3].map((n) =>
    log.append({
      url: `http://a.example/${acknowledged}/${i}/${n}`,
      method: 'GET',
      requestHeaders: [],
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'text/html']],
      body,
      date: new Date(),
    }),
  );
  const locations = await Promise.all(appended);
  if (i % 3 === 2) await log.flush();
  // What is not flushed is not told: only this much may be relied on.
  process.stdout.write(
    `${JSON.stringify({ bytes: log.bytes, last: i % 3 === 2 ? locations[2] : undefined })}\n`,
  );
}
