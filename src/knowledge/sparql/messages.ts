/** What the thread is asked, and what it answers; `id` says to which question. */
export type SparqlRequest =
  | { readonly id: number; readonly kind: 'load'; readonly triples: string }
  | { readonly id: number; readonly kind: 'load-file'; readonly file: string; readonly format: string }
  | { readonly id: number; readonly kind: 'query'; readonly query: string; readonly format: string };

export type SparqlReply =
  | { readonly id: number; readonly kind: 'done'; readonly text: string }
  /** `broken`: the store itself can no longer be used. */
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly broken: boolean };
