/** Forms filled in, sent, and what came back. */
import { openCoverage } from './answers/coverage/open-coverage.ts';
import { readAnswer } from './answers/read-answer.ts';
import type { Reading } from './submit-form.ts';

/** How answers are read and counted. */
export const READING: Reading = { readAnswer, openCoverage };

/** Parts for who plans the questions alone: the air-quality job fills four fields from a region's values. */
export { coverageState } from './answers/coverage/estimate-size.ts';
export { readAnswer } from './answers/read-answer.ts';
/** A form called with the values of a caller. */
export { type Asked, askForm, formKnowledge } from './ask-form.ts';
export { elementsCsv, takeCsv, ValueFileError } from './form-elements/element-csv.ts';
export { type FormElement, FormElementTable } from './form-elements/form-element-table.ts';
export {
  type DomainForm,
  type ElementRows,
  elementTable,
  loadElements,
  readElements,
  rowsOf,
  saveElements,
} from './form-elements/stored-elements.ts';
export { likelyTriggers, openSearches } from './opening/open-searches.ts';
export { type PostQuery, type PostQueryKind, postQueryOf } from './outcomes/post-query.ts';
export { askableWords } from './planning/askable-words.ts';
export { type FormPlan, type PlannedQuery, planForm } from './planning/plan-form.ts';
export { asksForWords } from './planning/read-fields.ts';
export { isOwnAddress, type SitePage, SiteWords } from './planning/site-words.ts';
export { submitPosition } from './planning/submit-control.ts';
export { daySpan } from './planning/window-fields.ts';
export {
  type CallableForm,
  callableForm,
  type QueryParameter,
  type QueryValues,
} from './query-parameters.ts';
export { encodeSubmission } from './sending/encode-request.ts';
export { FormChangedError } from './sending/entry-list.ts';
export { FormSession, RedirectError } from './sending/form-session.ts';
export { FormSource, mapControls } from './sending/form-source.ts';
export {
  type ChannelPlan,
  type Ledger,
  type LedgerEntry,
  memoryLedger,
  parseChannelPlan,
  type SubmissionResult,
} from './sending/ledger.ts';
export { onwardRequest } from './sending/onward.ts';
export { type Outbound, RefusedError } from './sending/outbound.ts';
export { storeLedger } from './sending/store-ledger.ts';
export { isRequestFailure } from './sending/why-no-answer.ts';
export { type SubmitEvent, submitForm } from './submit-form.ts';
export type { Answer, AnswerPage, AnswerVerdict, ListShape, ReadAnswer } from './types/answer.ts';
export {
  BUDGET_CODES,
  BudgetSpentError,
  type CoverageState,
  type FormOutcome,
  STOP_CODES,
  type StopCode,
  type StopReason,
} from './types/asking.ts';
export type { Detail, DetailFields, DetailReading, DetailState, DetailValue } from './types/detail.ts';
export { storedStopCode } from './types/old-names.ts';
export type { FilledControl, SentBy, SubmissionRequest, ValueSource } from './types/submission.ts';
