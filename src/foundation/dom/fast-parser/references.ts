import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const REFERENCE = /&(?:#(?:[xX][\da-fA-F]+|\d+)|[a-zA-Z][a-zA-Z\d]*);?/g;
/** Beyond these a page is playing games. */
const MAX_KNOWN = 2_000;
const MAX_LENGTH = 40;

const ignore = (): void => undefined;

/** Writes down what the tokenizer makes of one reference. */
class Decoded implements TokenizerCallbacks {
  text = '';
  private html = '';
  private readonly tokenizer = new Tokenizer({}, this);
  readonly onattribname = ignore;
  readonly onattribend = ignore;
  readonly oncdata = ignore;
  readonly onclosetag = ignore;
  readonly oncomment = ignore;
  readonly ondeclaration = ignore;
  readonly onend = ignore;
  readonly onopentagend = ignore;
  readonly onopentagname = ignore;
  readonly onprocessinginstruction = ignore;
  readonly onselfclosingtag = ignore;
  readonly isInForeignContext = (): boolean => false;

  of(html: string): string {
    this.text = '';
    this.html = html;
    this.tokenizer.reset();
    this.tokenizer.write(html);
    this.tokenizer.end();
    return this.text;
  }
  ontext(start: number, end: number): void {
    this.text += this.html.slice(start, end);
  }
  ontextentity(codepoint: number): void {
    this.text += String.fromCodePoint(codepoint);
  }
  onattribdata(start: number, end: number): void {
    this.ontext(start, end);
  }
  onattribentity(codepoint: number): void {
    this.ontextentity(codepoint);
  }
}

const decoded = new Decoded();
const inText = new Map<string, string>();
const inAttributes = new Map<string, string>();

function remembered(known: Map<string, string>, reference: string, markup: string): string {
  const before = known.get(reference);
  if (before !== undefined) return before;
  const text = decoded.of(markup);
  if (reference.length <= MAX_LENGTH && known.size < MAX_KNOWN) known.set(reference, text);
  return text;
}

/** Text with its character references replaced, as the HTML standard says. */
export const decodeText = (text: string): string =>
  text.includes('&')
    ? text.replace(REFERENCE, (reference) => remembered(inText, reference, reference))
    : text;

/** The same for the value of an attribute, where a reference without `;` is none before `=`. */
export function decodeAttribute(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(REFERENCE, (reference, at: number) => {
    const equals = value[at + reference.length] === '=';
    if (equals) return remembered(inAttributes, `${reference}=`, `<a b="${reference}=">`).slice(0, -1);
    return remembered(inAttributes, reference, `<a b="${reference}">`);
  });
}
