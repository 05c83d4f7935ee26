/** Rows of lists, as the server gives them. */

import type {
  ExportedForm,
  ExportedPage,
  ExportedSite,
  HarvestedRecord,
  HarvestedSubmission,
  HarvestedThing,
} from '../../../library/index.ts';
import type { ListAnswer } from '../../server/index.ts';

export interface Kinds {
  readonly forms: ExportedForm;
  readonly pages: ExportedPage;
  readonly sites: ExportedSite;
  readonly submissions: HarvestedSubmission;
  readonly records: HarvestedRecord;
  readonly things: HarvestedThing;
}
export type Kind = keyof Kinds;

export type Rows<K extends Kind> = Omit<ListAnswer, 'items'> & { readonly items: readonly Kinds[K][] };
