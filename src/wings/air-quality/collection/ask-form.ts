import { createHash } from 'node:crypto';
import type { Form } from '../../../forms/index.ts';
import { type TreeDocument, textOf } from '../../../foundation/dom/index.ts';
import type { Region } from '../../../foundation/domain/index.ts';
import {
  type Answer,
  type AnswerPage,
  encodeSubmission,
  type FormSession,
  FormSource,
  type ListShape,
  mapControls,
  readAnswer,
  type SubmissionRequest,
  submitPosition,
} from '../../../submissions/index.ts';
import type { Feed } from '../observation.ts';
import type { Gazetteer } from '../property/index.ts';
import { type Listing, parseListing } from '../property/index.ts';
import { readAirPage } from './air-page.ts';
import type { PortalSubject, RegionAsk } from './region-plan.ts';
import { tablesOf } from './tables.ts';

/** Result of one query. */
export interface RegionAnswer {
  readonly feed: Feed | null;
  readonly listings: readonly Listing[];
  /** Digest of the answer's layout. */
  readonly shape: string;
  /** The request as text: `POST http://… st=Punjab&…`. */
  readonly request: string;
  readonly pages: number;
  readonly reason: string;
}

const MAX_PAGES = 40;
const SYNTHETIC = /\b(?:made up|synthetic|practice offers|sample listings?)\b/i;

/** Sends the queries of one form in sequence, in a session of its own. */
export class RegionFormQuery {
  private readonly session: FormSession;
  private readonly source: FormSource;
  private readonly form: Form;
  private readonly subject: PortalSubject;
  private readonly region: Region;
  private readonly gazetteer: Gazetteer;
  private readonly shapes: ListShape[] = [];

  constructor(
    session: FormSession,
    page: string,
    form: Form,
    subject: PortalSubject,
    region: Region,
    gazetteer: Gazetteer,
  ) {
    this.session = session;
    this.source = new FormSource(session, page, form);
    this.form = form;
    this.subject = subject;
    this.region = region;
    this.gazetteer = gazetteer;
  }

  /** @throws {TransportError}, {RefusedError}, {RedirectError}, {FormChangedError} where no answer came */
  async ask(ask: RegionAsk): Promise<RegionAnswer> {
    const { page, form } = await this.source.fetchForm();
    const controls = mapControls(ask.controls, this.form, form);
    const submit = submitPosition(form);
    const request = encodeSubmission(page, { form, controls, ...(submit === undefined ? {} : { submit }) });
    const { page: answer } = await this.session.send(request);
    return this.subject === 'air'
      ? this.readAir(ask, request, answer)
      : this.readProperty(ask, request, answer, page.tree);
  }

  private readAir(
    { about }: RegionAsk,
    request: SubmissionRequest,
    { tree, url, status }: AnswerPage,
  ): RegionAnswer {
    const shown = requestText(request);
    const origin = { source: url, request: shown, timeZone: this.region.timeZone };
    const feed = tree === undefined || status >= 400 ? null : readAirPage(tree, about, origin);
    const heads = tree === undefined ? [] : tablesOf(tree).map(({ head }) => head.join('|'));
    const reason = feed === null ? (tree === undefined ? `status ${status}` : firstWords(tree)) : '';
    return {
      feed,
      listings: [],
      shape: feed === null ? '' : digest(heads),
      request: shown,
      pages: 1,
      reason,
    };
  }

  private async readProperty(
    ask: RegionAsk,
    request: SubmissionRequest,
    first: AnswerPage,
    formPage: TreeDocument,
  ): Promise<RegionAnswer> {
    const listings: Listing[] = [];
    let answer: Answer | undefined;
    let page: AnswerPage | undefined = first;
    let pages = 0;
    while (page !== undefined) {
      pages++;
      answer = this.readListPage(ask, request, page, pages, formPage);
      listings.push(...this.listingsOf(ask, answer, page, request));
      const next: SubmissionRequest | undefined =
        answer.paging?.kind === 'link' && pages < MAX_PAGES
          ? { method: 'GET', url: answer.paging.url, referrer: page.url }
          : undefined;
      page = next === undefined ? undefined : (await this.session.send(next)).page;
    }
    const shape =
      answer?.shape === undefined ? '' : digest([answer.shape.container, answer.shape.recordAnchor]);
    return {
      feed: null,
      listings,
      shape,
      request: requestText(request),
      pages,
      reason: answer?.reason ?? '',
    };
  }

  private readListPage(
    ask: RegionAsk,
    request: SubmissionRequest,
    page: AnswerPage,
    number: number,
    formPage: TreeDocument,
  ): Answer {
    const filled = {
      form: this.form,
      template: { binding: ask.controls.map(({ position }) => position) },
      purpose: 'query' as const,
      controls: ask.controls,
    };
    const context = {
      form: this.form,
      formPage,
      filled,
      request,
      page: number,
      domain: 'property',
      probes: { nonsense: [], earlier: [] },
    };
    const answer = readAnswer(page, { ...context, shapes: this.shapes });
    if (answer.shape !== undefined && answer.verdict === 'hits') this.shapes.push(answer.shape);
    return answer;
  }

  private listingsOf(
    { about }: RegionAsk,
    answer: Answer,
    page: AnswerPage,
    request: SubmissionRequest,
  ): Listing[] {
    if (answer.verdict !== 'hits') return [];
    const synthetic = page.tree !== undefined && SYNTHETIC.test(textOf(page.tree.root, 50_000));
    return answer.records.map((record) => {
      const { place: _place, ...fields } = record.fields;
      return parseListing(
        {
          text: record.text,
          fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
          ...(record.url === undefined ? {} : { link: record.url }),
          source: page.url,
          request: requestText(request),
          synthetic,
        },
        this.gazetteer,
        about.city,
      );
    });
  }
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);

const firstWords = (tree: TreeDocument): string => `no figures: ${textOf(tree.root, 200).slice(-120)}`;

/** Formats method, address and body; a binary body is left out. */
function requestText({ method, url, body, contentType }: SubmissionRequest): string {
  const readable = body !== undefined && contentType === 'application/x-www-form-urlencoded';
  const said = readable ? ` ${Buffer.from(body, 'base64').toString('latin1').slice(0, 500)}` : '';
  return `${method} ${url}${said}`;
}
