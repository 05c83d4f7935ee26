/** Decides whether a page that answers in place can be reused for the next query, instead of a new page. */

import type { TreeDocument } from '../../foundation/dom/index.ts';
import type { FilledForm } from '../types/submission.ts';
import { isEntered } from './answer-address.ts';
import type { DeliveredAnswer } from './live-answer.ts';
import { isChanged } from './page-difference.ts';

/** An open page that shows both the form and the answer to a query. */
export interface ReusablePage {
  /** The form's page before anything was typed. */
  readonly formPage: TreeDocument;
  readonly answer: TreeDocument;
  /** Its list was made longer. */
  readonly expanded: boolean;
  /** Positions of the controls that were filled. */
  readonly filled: string;
}

/** Queries in the kept page, after which one is asked in a new page, too. */
const PROVEN_FOR = 10;

/**
 * The page of one form between its queries. Reuse is proven once a query got the same answer in it as in a
 * new page, and again after some queries; if the answers differ, each query gets a new page from then on.
 */
export class PageReuse {
  private state: 'unproven' | 'proven' | 'refused' = 'unproven';
  private kept: ReusablePage | undefined;
  private sinceProof = 0;
  /** The page taken last had a list made longer; so had one that was compared. */
  private tookExpanded = false;
  private provenExpanded = false;
  /** Word lines of the suggestions chosen in its queries. */
  readonly picked = new Set<string>();

  get isProven(): boolean {
    return this.state === 'proven';
  }

  /**
   * Takes the open page if the last query in it filled the same controls, so that no other control keeps a value. A query that
   * enters nothing gets a new page, which shows what was there before anything was asked.
   */
  takeFor(filled: Pick<FilledForm, 'controls'>): ReusablePage | undefined {
    if (!filled.controls.some(isEntered)) return undefined;
    const { kept } = this;
    this.kept = undefined;
    if (this.state === 'refused' || kept === undefined) return undefined;
    if (kept.filled !== positionsOf(filled)) return undefined;
    this.tookExpanded = kept.expanded;
    const isNew = kept.expanded && !this.provenExpanded;
    if (this.state === 'proven' && (++this.sinceProof > PROVEN_FOR || isNew)) this.state = 'unproven';
    return kept;
  }

  /**
   * Keeps the page open if its answer came in place and without a POST, and something was entered.
   * @returns whether the page is kept
   */
  keep({ first, left }: DeliveredAnswer, filled: Pick<FilledForm, 'controls'>): boolean {
    const { observed, sends, formPage, page } = first;
    if (!filled.controls.some(isEntered)) return false;
    if (this.state === 'refused' || sends === undefined || left === undefined) return false;
    if (observed.kind === 'navigation') return false;
    if (observed.kind === 'data' && observed.requests.some(({ method }) => method === 'POST')) return false;
    this.kept = { formPage, answer: left, expanded: left !== page.tree, filled: positionsOf(filled) };
    return true;
  }

  /** Compares the answers to the same query in the kept page and in a new one. */
  compare(inKeptPage: TreeDocument, inNewPage: TreeDocument): void {
    this.state = isChanged(inKeptPage, inNewPage) ? 'refused' : 'proven';
    this.provenExpanded ||= this.tookExpanded;
    this.sinceProof = 0;
    if (this.state === 'refused') this.kept = undefined;
  }
}

const positionsOf = ({ controls }: Pick<FilledForm, 'controls'>): string =>
  controls
    .map(({ position }) => position)
    .sort((a, b) => a - b)
    .join(' ');
