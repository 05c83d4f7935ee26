/** Models and labelled forms: those that ship with the project, and a user's. What names them need not load what reads them. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Two levels up both from the sources and from `dist/`.
const shipped = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const SHIPPED = {
  /** Judges whether forms search. */
  formsModel: shipped('models/forms.json'),
  /** Model of the baselines `ffc` and `ache`: the same machine over the counts that ACHE uses. */
  acheModel: shipped('models/ache-forms.json'),
  /** Judges which domain forms are about. */
  domainModel: shipped('models/domains.json'),
  /** Labelled forms as numbers. */
  rows: shipped('datasets/forms/rows.jsonl'),
  /** Forms that practice webs of seeds 100–104 labelled themselves. */
  practiceRows: shipped('datasets/forms/practice-rows.jsonl'),
} as const;

/** Numbers of the forms that a user labelled, in the same format. */
export const ownRowsFile = (storage: string): string => join(storage, 'labels', 'rows.jsonl');
