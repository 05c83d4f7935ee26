/** Whether a page that answers in place can be typed into again, in place of a new one for each question. */

import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { FilledForm } from '../types/submission.ts';
import type { BrowserDelivery } from './live-answer.ts';
import { isChanged } from './page-difference.ts';

/** A page that holds the answer to a question, and the form. */
export interface LeftPage {
  /** The form's page before anything was typed. */
  readonly formPage: TreeDocument;
  readonly answer: TreeDocument;
  /** Positions of the controls that were filled. */
  readonly filled: string;
}

/**
 * One form's page between its questions. It is trusted once a question, asked in it and in a new page, got the same
 * answer from both; where the answers differ, each question gets a new page from then on.
 */
export class PageReuse {
  private trust: 'unproven' | 'proven' | 'refused' = 'unproven';
  private left: LeftPage | undefined;

  get isProven(): boolean {
    return this.trust === 'proven';
  }

  /** The page left open, if a question that fills these controls can be asked in it: it would leave no other one filled. */
  takeFor(filled: Pick<FilledForm, 'controls'>): LeftPage | undefined {
    const { left } = this;
    this.left = undefined;
    return this.trust !== 'refused' && left?.filled === positionsOf(filled) ? left : undefined;
  }

  /**
   * Whether the page may stay open after this answer: it came in place, in one piece, and nothing was posted for it.
   * @param only the only delivery of the answer
   */
  leave(only: BrowserDelivery, filled: Pick<FilledForm, 'controls'>): boolean {
    const { observed, sends, formPage, page } = only;
    if (this.trust === 'refused' || sends === undefined || page.tree === undefined) return false;
    if (observed.kind === 'navigation') return false;
    if (observed.kind === 'data' && observed.requests.some(({ method }) => method === 'POST')) return false;
    this.left = { formPage, answer: page.tree, filled: positionsOf(filled) };
    return true;
  }

  /** Compares what the same question brought in the page left open and in a new one. */
  compare(inLeftPage: TreeDocument, inNewPage: TreeDocument): void {
    this.trust = isChanged(inLeftPage, inNewPage) ? 'refused' : 'proven';
    if (this.trust === 'refused') this.left = undefined;
  }
}

const positionsOf = ({ controls }: Pick<FilledForm, 'controls'>): string =>
  controls
    .map(({ position }) => position)
    .sort((a, b) => a - b)
    .join(' ');
