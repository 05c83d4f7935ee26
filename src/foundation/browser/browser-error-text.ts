/** Maps the messages of the browser's driver to words for reports; the first match counts. */
const ERROR_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/net::ERR_NAME_NOT_RESOLVED/, 'host name not found'],
  [
    /net::ERR_(?:CONNECTION_REFUSED|ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED)/,
    'nothing answers at this address',
  ],
  [/net::ERR_(?:CONNECTION_|EMPTY_RESPONSE|HTTP2|QUIC)/, 'the connection was broken off'],
  [/net::ERR_(?:CERT|SSL)/, 'no secure connection could be made'],
  [/net::ERR_TIMED_OUT|Timeout \d+ ?ms exceeded|^Timeout: /i, 'the page did not get ready in time'],
  [/net::ERR_/, 'the browser could not load the page'],
  [
    /Node is not an?\b|is not an? <|not a(?:n)? (?:HTML)?(?:input|select)|Element is not (?:visible|enabled|editable|attached)|did not find some options|outside of the viewport|intercepts pointer events/i,
    'a control of the form could not be used',
  ],
  [/strict mode violation|No node found|not attached to the DOM/i, 'a control of the form is gone'],
  [
    /Execution context was destroyed|frame (?:was )?detached|navigating/i,
    'the page went elsewhere meanwhile',
  ],
  [/crashed/i, 'the page ended its browser'],
  [
    /(?:page|context|browser|target).{0,200}(?:closed|disconnected)|ECONNRESET|EPIPE/i,
    'the browser was closed meanwhile',
  ],
];
/** `locator.fill: Error: …`: the driver's own call. */
const CALL = /^(?:[a-z][A-Za-z]*\.[a-z][A-Za-z]*: )?(?:[A-Za-z]{0,60}Error: )?/;

/** Explains a browser error in one line, without names of calls and protocols. */
export function browserErrorText(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return (
    ERROR_TEXTS.find(([pattern]) => pattern.test(line))?.[1] ??
    (line.replace(CALL, '').trim() || 'the browser gave up')
  );
}
