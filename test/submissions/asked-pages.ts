import { extractForms, type Form } from '../../src/forms/index.ts';
import { parseTree } from '../../src/foundation/dom/index.ts';
import { readAnswer } from '../../src/submissions/answers/read-answer.ts';
import type { Answer, ListShape } from '../../src/submissions/index.ts';

export interface PageAnswer {
  readonly body: string;
  readonly title?: string;
  /** Path and query after redirects. */
  readonly at?: string;
  readonly status?: number;
}

/** A page of a site; its head, menu and foot are on every page. */
export const document = (body: string, title = 'Archive', lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body>${body}</body></html>`;

const NONSENSE = ['qzxvwkjp', 'brolthumfy'];

/** A form whose answers are made by hand, asked as forms are: two nonsense words, the unconstrained query, then known words. */
export class AskedPages {
  readonly answers: Answer[] = [];
  private readonly formPage: string;
  private readonly answerTo: (word: string) => PageAnswer;
  private readonly box: string;
  private readonly probes: { nonsense: Answer[]; earlier: Answer[]; empty?: Answer } = {
    nonsense: [],
    earlier: [],
  };
  private readonly shapes: ListShape[] = [];

  /** @param box name of the control that is typed into */
  constructor(formPage: string, answerTo: (word: string) => PageAnswer, box = 'q') {
    this.formPage = formPage;
    this.answerTo = answerTo;
    this.box = box;
  }

  /** Answers to the two nonsense words. */
  nonsense(): Answer[] {
    for (const word of NONSENSE) this.probes.nonsense.push(this.put(word, 'nonsense-probe'));
    return this.probes.nonsense;
  }

  empty(): Answer {
    this.probes.empty = this.put('', 'empty-probe');
    return this.probes.empty;
  }

  ask(word: string): Answer {
    const answer = this.put(word, 'query');
    this.probes.earlier.push(answer);
    return answer;
  }

  private put(word: string, purpose: 'query' | 'nonsense-probe' | 'empty-probe'): Answer {
    const formTree = parseTree(this.formPage, 'http://site.test/');
    const form = extractForms(formTree).find(({ controls }) =>
      controls.some(({ name }) => name === this.box),
    ) as Form;
    const position = form.controls.findIndex(({ name }) => name === this.box);
    const url = `http://site.test/find?q=${encodeURIComponent(word)}`;
    const { body, title, at, status = 200 } = this.answerTo(word);
    const tree = parseTree(
      body.includes('<html') ? body : document(body, title),
      at === undefined ? url : new URL(at, url).href,
    );
    const answer = readAnswer(
      { url: tree.url, status, contentType: 'text/html', sentBy: 'http', tree },
      {
        form,
        formPage: formTree,
        filled: {
          form,
          template: { binding: word === '' ? [] : [position] },
          purpose,
          controls:
            word === ''
              ? []
              : [{ position, name: this.box, label: '', meaning: 'query', values: [word], source: 'given' }],
        },
        request: { method: 'GET', url, referrer: formTree.url },
        page: 1,
        domain: null,
        // As they come out of the ledger.
        probes: JSON.parse(JSON.stringify(this.probes)),
        shapes: [...this.shapes],
      },
    );
    if (answer.shape !== undefined) this.shapes.push(answer.shape);
    return answer;
  }
}

/** The box alone. */
export const BOX = '<form action="/find"><input name="q"><button>Go</button></form>';
