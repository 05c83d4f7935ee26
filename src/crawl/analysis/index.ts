export { bothSay, type Slot, type Slots, slotsOf, slotsOn } from './added-forms.ts';
export type { GateDecision, RenderMode } from './gate.ts';
export { judgesItself, loadJudgement } from './judgement.ts';
export { knowledgeOf } from './knowledge-filter.ts';
export { type Job, PageReader, type TimedReading } from './page-reader.ts';
export { type Judgement, type Reading, readPage } from './read-page.ts';
export { type KnownDescriptions, type Permit, SearchDescriptions } from './search-descriptions.ts';
