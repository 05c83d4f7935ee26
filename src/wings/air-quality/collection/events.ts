/** Events of a collection. */
export type CollectEvent =
  | {
      readonly type: 'start';
      readonly region: string;
      readonly round: number;
      readonly resumed: boolean;
      readonly web: string;
    }
  | { readonly type: 'crawled'; readonly city: string; readonly pages: number; readonly forms: number }
  | {
      readonly type: 'asked';
      readonly city: string;
      readonly request: string;
      readonly figures: number;
      readonly listings: number;
      readonly done: number;
      readonly of: number;
    }
  | {
      readonly type: 'source';
      readonly source: string;
      readonly figures: number;
      readonly stations: number;
      readonly evidence: readonly string[];
    }
  /** The layout of a source has changed since the last round. */
  | {
      readonly type: 'source-changed';
      readonly city: string;
      readonly source: string;
      readonly message: string;
    }
  | { readonly type: 'problem'; readonly city: string | null; readonly message: string }
  | {
      readonly type: 'end';
      readonly round: number;
      readonly interrupted: boolean;
      readonly figures: number;
      readonly listings: number;
    };
