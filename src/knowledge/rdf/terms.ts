/** A string in quotes, for Turtle and N-Quads alike. */
export const literal = (text: string): string => `"${text.replace(/[\p{Cc}"\\]/gu, escaped)}"`;

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const escaped = (character: string): string =>
  SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** An address in angle brackets; what may not stand there is percent-encoded. */
export const iri = (address: string): string =>
  `<${address.replace(/[\p{Cc} <>"{}|^`\\]/gu, (one) => encodeURIComponent(one))}>`;
