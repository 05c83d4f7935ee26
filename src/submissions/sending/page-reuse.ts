/** Decides whether a page that answers in place can be reused for the next query, instead of a new page. */

import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { FilledForm } from '../types/submission.ts';
import type { BrowserDelivery } from './live-answer.ts';
import { isChanged } from './page-difference.ts';

/** An open page that shows both the form and the answer to a query. */
export interface ReusablePage {
  /** The form's page before anything was typed. */
  readonly formPage: TreeDocument;
  readonly answer: TreeDocument;
  /** Positions of the controls that were filled. */
  readonly filled: string;
}

/**
 * The page of one form between its queries. Reuse is proven once a query got the same answer in it as in a
 * new page; if the answers differ, each query gets a new page from then on.
 */
export class PageReuse {
  private state: 'unproven' | 'proven' | 'refused' = 'unproven';
  private kept: ReusablePage | undefined;

  get isProven(): boolean {
    return this.state === 'proven';
  }

  /**
   * Takes the open page if the last query filled the same controls, so that no other control keeps a value.
   */
  takeFor(filled: Pick<FilledForm, 'controls'>): ReusablePage | undefined {
    const { kept } = this;
    this.kept = undefined;
    return this.state !== 'refused' && kept?.filled === positionsOf(filled) ? kept : undefined;
  }

  /**
   * Keeps the page open if its answer came in place, in one delivery, and without a POST.
   * @param only the only delivery of the answer
   * @returns whether the page is kept
   */
  keep(only: BrowserDelivery, filled: Pick<FilledForm, 'controls'>): boolean {
    const { observed, sends, formPage, page } = only;
    if (this.state === 'refused' || sends === undefined || page.tree === undefined) return false;
    if (observed.kind === 'navigation') return false;
    if (observed.kind === 'data' && observed.requests.some(({ method }) => method === 'POST')) return false;
    this.kept = { formPage, answer: page.tree, filled: positionsOf(filled) };
    return true;
  }

  /** Compares the answers to the same query in the kept page and in a new one. */
  compare(inKeptPage: TreeDocument, inNewPage: TreeDocument): void {
    this.state = isChanged(inKeptPage, inNewPage) ? 'refused' : 'proven';
    if (this.state === 'refused') this.kept = undefined;
  }
}

const positionsOf = ({ controls }: Pick<FilledForm, 'controls'>): string =>
  controls
    .map(({ position }) => position)
    .sort((a, b) => a - b)
    .join(' ');
