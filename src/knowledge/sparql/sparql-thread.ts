import { closeSync, openSync, readSync } from 'node:fs';
import { Store } from 'oxigraph';
import { answerJobs } from '../../foundation/threads/index.ts';

/** Holds what the thread is asked; a load answers with the number of triples, or nothing. */
export type SparqlRequest =
  | { readonly kind: 'load'; readonly triples: string }
  | { readonly kind: 'load-file'; readonly file: string; readonly format: string }
  | { readonly kind: 'query'; readonly query: string; readonly format: string };

const PIECE_BYTES = 1 << 20;

let store = new Store();

answerJobs((request: SparqlRequest): string => {
  switch (request.kind) {
    case 'load':
      store.load(request.triples, { format: 'application/n-triples', no_transaction: true });
      return '';
    case 'load-file':
      store = new Store();
      // Graphs are ignored: all N-Quads go into one graph.
      store.load(piecesOf(request.file), { format: request.format });
      return String(store.size);
    case 'query': {
      const found = store.query(request.query, {
        results_format: request.format,
        use_default_graph_as_union: true,
      });
      return String(found);
    }
  }
});

function* piecesOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r');
  try {
    for (;;) {
      const piece = new Uint8Array(PIECE_BYTES);
      const read = readSync(descriptor, piece, 0, PIECE_BYTES, null);
      if (read === 0) return;
      yield piece.subarray(0, read);
    }
  } finally {
    closeSync(descriptor);
  }
}
