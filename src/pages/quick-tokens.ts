import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { InsertionMode, html as names, type Parser, Token, TokenizerMode } from 'parse5';
import type { GrowingTypes } from './growing-tree.ts';

/** More attributes of one tag are left to the thorough tokenizer: each is compared with those before. */
const MAX_ATTRIBUTES = 100;

/**
 * Hands a page to the parser in the tokens of htmlparser2's tokenizer, which takes a fifth of the time of the parser's own.
 *
 * How a tree grows from tokens is the parser's business either way. What may differ is where one token ends and the next begins, so
 * wherever the two tokenizers are not known to agree the page is given up; the parser must not be used then.
 * @returns why the page was given up; undefined when it was read
 */
export function readQuickly(html: string, parser: Parser<GrowingTypes>): string | undefined {
  if (html.includes('\0')) return 'a null character';
  // Where a tag is cut off, what was meant is told by rules of its own.
  if (html.lastIndexOf('<') > html.lastIndexOf('>')) return 'cut off inside a tag';
  const text = html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html;
  const tokens = new QuickTokens(text, parser);
  const tokenizer = new Tokenizer({}, tokens);
  tokens.giveUp = () => tokenizer.pause();
  tokenizer.write(text);
  tokenizer.end();
  return tokens.reason;
}

/** What the tokenizer takes a start tag's content for. The parser has the last word; where it says otherwise the page is given up. */
const CONTENT: ReadonlyMap<string, number> = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['style', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['xmp', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
]);

const DOCTYPE =
  /^doctype\s+([^\s>"']+)(?:\s+public\s+(?:"([^"]*)"|'([^']*)')(?:\s*(?:"([^"]*)"|'([^']*)'))?|\s+system\s+(?:"([^"]*)"|'([^']*)'))?\s*$/i;

class QuickTokens implements TokenizerCallbacks {
  reason: string | undefined;
  giveUp: () => void = () => undefined;
  private readonly html: string;
  private readonly parser: Parser<GrowingTypes>;
  private text = '';
  private tag: Tag = tagOf('');
  private attributes: Token.Attribute[] = [];
  private attributeName = '';
  private value = '';
  /** Whether the tokenizer was told that the tag it is in stands in a drawing or a formula. */
  private foreign = false;
  /** Where the content of a `<noscript>` ends, which this tokenizer takes for markup; -1 outside. */
  private rawEnd = -1;
  private rawStart = 0;
  /** Where the text of a `<title>` or `<textarea>` begins; -1 outside. */
  private textStart = -1;

  constructor(html: string, parser: Parser<GrowingTypes>) {
    this.html = html;
    this.parser = parser;
  }

  ontext(start: number, end: number): void {
    if (this.rawEnd < 0) this.text += this.html.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    if (this.rawEnd < 0) this.text += String.fromCodePoint(codepoint);
  }

  isInForeignContext(): boolean {
    // A text before the tag may have ended a drawing; it is read first.
    this.flush();
    this.foreign = this.parser.tokenizer.inForeignNode;
    return this.foreign;
  }

  onopentagname(start: number, end: number): void {
    if (this.rawEnd >= 0) return;
    const written = this.html.slice(start, end);
    this.tag = TAGS.get(written) ?? tagOf(written);
    this.attributes = [];
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.html.slice(start, end);
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.rawEnd >= 0) return;
    const name = lowerCase(this.attributeName);
    for (const attribute of this.attributes) if (attribute.name === name) return;
    this.attributes.push({ name, value: this.value });
    if (this.attributes.length > MAX_ATTRIBUTES) this.stop('a tag of very many attributes');
  }

  onopentagend(end: number): void {
    this.start(end, false);
  }

  onselfclosingtag(end: number): void {
    this.start(end, true);
  }

  private start(end: number, selfClosing: boolean): void {
    if (this.rawEnd >= 0 || this.reason !== undefined) return;
    this.flush();
    const { tag, parser } = this;
    parser.onStartTag({
      type: Token.TokenType.START_TAG,
      tagName: tag.name,
      tagID: tag.id,
      selfClosing,
      ackSelfClosing: false,
      attrs: this.attributes,
      location: null,
    });
    const { tokenizer } = parser;
    if (tokenizer.state !== (this.foreign ? TokenizerMode.DATA : tag.content)) {
      if (tag.name === 'noscript' && tokenizer.state === TokenizerMode.RAWTEXT) this.enterRaw(end + 1);
      else this.stop(`<${tag.name.slice(0, 20)}> where it holds something else than usual`);
    } else if (
      parser.insertionMode >= InsertionMode.IN_FRAMESET &&
      parser.insertionMode !== InsertionMode.AFTER_AFTER_BODY
    )
      this.stop('a frame set');
    if (tokenizer.state === TokenizerMode.RCDATA) this.textStart = end + 1;
    tokenizer.state = TokenizerMode.DATA;
  }

  /** Behind a letter or two that could begin an end tag this tokenizer reads no reference. */
  private leaveText(end: number): void {
    if (this.textStart >= 0 && /<\/?[a-z]*&/i.test(this.html.slice(this.textStart, end)))
      this.stop('a reference behind < in a title or text area');
    this.textStart = -1;
  }

  private enterRaw(from: number): void {
    NOSCRIPT_END.lastIndex = from;
    this.rawStart = from;
    this.rawEnd = NOSCRIPT_END.exec(this.html)?.index ?? -1;
    if (this.rawEnd < 0) this.stop('<noscript> without an end');
  }

  onclosetag(start: number, end: number): void {
    if (this.rawEnd >= 0) {
      if (start - 2 < this.rawEnd) return;
      if (start - 2 > this.rawEnd) {
        this.stop('tangled markup in <noscript>');
        return;
      }
      this.rawEnd = -1;
      this.text = this.html.slice(this.rawStart, start - 2);
    }
    this.leaveText(start);
    if (this.reason !== undefined) return;
    if (
      this.html.charCodeAt(end) !== GREATER &&
      /["']/.test(this.html.slice(end, this.html.indexOf('>', end)))
    ) {
      this.stop('an end tag with attributes');
      return;
    }
    const written = this.html.slice(start, end);
    const tag = TAGS.get(written) ?? tagOf(written);
    if (tag.name === 'script' && /<!--.*<script/is.test(this.text)) {
      this.stop('a script with a comment that holds a script');
      return;
    }
    this.flush();
    this.parser.onEndTag({
      type: Token.TokenType.END_TAG,
      tagName: tag.name,
      tagID: tag.id,
      selfClosing: false,
      ackSelfClosing: false,
      attrs: [],
      location: null,
    });
  }

  oncomment(start: number): void {
    if (this.rawEnd >= 0) return;
    if (this.html.startsWith('[CDATA[', start)) {
      this.stop('a CDATA section');
      return;
    }
    this.flush();
    this.parser.onComment({ type: Token.TokenType.COMMENT, data: '', location: null });
  }

  ondeclaration(start: number, end: number): void {
    if (this.rawEnd >= 0) return;
    this.flush();
    const match = DOCTYPE.exec(this.html.slice(start, end));
    if (match === null) {
      this.stop('an odd doctype');
      return;
    }
    this.parser.onDoctype({
      type: Token.TokenType.DOCTYPE,
      name: lowerCase(match[1] ?? ''),
      forceQuirks: false,
      publicId: match[2] ?? match[3] ?? null,
      systemId: match[4] ?? match[5] ?? match[6] ?? match[7] ?? null,
      location: null,
    });
  }

  oncdata(): void {
    if (this.rawEnd < 0) this.stop('a CDATA section');
  }

  onprocessinginstruction(): void {
    this.stop('a processing instruction');
  }

  onend(): void {
    this.leaveText(this.html.length);
    if (this.reason !== undefined) return;
    if (this.rawEnd >= 0) {
      this.stop('tangled markup in <noscript>');
      return;
    }
    this.flush();
    this.parser.onEof({ type: Token.TokenType.EOF, location: null });
  }

  /** Hands over the text read so far, the white space before its first word apart, for that may belong elsewhere. */
  private flush(): void {
    const { text, parser } = this;
    if (text === '' || this.reason !== undefined) return;
    this.text = '';
    const first = text.charCodeAt(0) > SPACE ? 0 : text.search(/[^ \t\n\f]/);
    if (first !== 0)
      parser.onWhitespaceCharacter({
        type: Token.TokenType.WHITESPACE_CHARACTER,
        chars: first < 0 ? text : text.slice(0, first),
        location: null,
      });
    if (first >= 0)
      parser.onCharacter({
        type: Token.TokenType.CHARACTER,
        chars: first === 0 ? text : text.slice(first),
        location: null,
      });
  }

  private stop(reason: string): void {
    this.reason ??= reason;
    this.giveUp();
  }
}

const SPACE = 0x20;
const GREATER = 0x3e;
const NOSCRIPT_END = /<\/noscript[\t\n\f />]/gi;

interface Tag {
  readonly name: string;
  readonly id: names.TAG_ID;
  /** The state in which the tokenizer reads what follows the start tag. */
  readonly content: number;
}

const tagOf = (written: string): Tag => {
  const name = lowerCase(written);
  return { name, id: names.getTagID(name), content: CONTENT.get(name) ?? TokenizerMode.DATA };
};

/** Only letters of ASCII have another case in HTML. */
function lowerCase(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}

/** Names as mostly written, so that each need not be looked at letter by letter. */
const TAGS: ReadonlyMap<string, Tag> = new Map(
  Object.values(names.TAG_NAMES)
    .flatMap((name) => [name, name.toUpperCase()])
    .map((written) => [written, tagOf(written)]),
);
