declare module '@harvard-lil/js-wacz' {
  export class WACZ {
    constructor(options: {
      /** Glob patterns. */
      readonly input: readonly string[];
      /** Ends in `.wacz`. */
      readonly output: string;
      readonly title?: string;
      readonly url?: string;
      readonly ts?: string;
    });
    sha256: (content: string | Uint8Array) => Promise<string>;
    addPage(url: string, title: string | null, ts: string | null): void;
    process(verbose?: boolean): Promise<void>;
  }
}
