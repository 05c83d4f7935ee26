import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { jsonOf } from '../../foundation/text/index.ts';
import { LabelledDataError } from '../errors.ts';
import { fieldNameOf } from '../extraction/identity.ts';
import { FORM_TYPES, type Form, type FormControl, type FormType, type FormVerdict } from '../form.ts';
import { FIELD_MEANINGS, type FieldMeaning } from '../semantics/field-meaning.ts';

const said = {
  /** Identity of the form: it holds for every page and run of its site. */
  formId: z.string().regex(/^[0-9a-f]{16}$/),
  /** The page it was seen on, for people. */
  url: z.string(),
  /** Day of the correction. */
  date: z.string(),
};
/** What a person called a form, or one of its fields. Later lines of a file win over earlier ones. */
const correction = z.union([
  z.object({
    ...said,
    type: z.enum(FORM_TYPES),
    /** Domain of a search form; null for none of the domains. Absent where it was not labelled. */
    domain: z.string().nullable().optional(),
  }),
  z.object({ ...said, field: z.string(), meaning: z.enum(FIELD_MEANINGS) }),
]);

/** A person's verdict on a form, and what the fields of it ask for that a person named. */
interface CorrectedForm {
  readonly type?: FormType;
  readonly domain?: string | null;
  readonly fields?: Readonly<Record<string, FieldMeaning>>;
}

/** What people called forms, by the forms' identities. */
export type Corrections = ReadonlyMap<string, CorrectedForm>;

/** Where corrections lie in a storage folder: one JSON object a line. */
export const correctionsFile = (storage: string): string => `${storage}/labels/forms.jsonl`;

/**
 * Reads corrections; none where there is no such file.
 * @throws {LabelledDataError} with file and line where one is malformed
 */
export function readCorrections(path: string): Corrections {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // What is wrong with the storage folder itself is for the store to say.
    if (/^(?:ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return new Map();
    throw new LabelledDataError(`Cannot read the labels ${path}`, { cause: error });
  }
  const found = new Map<string, CorrectedForm>();
  text.split('\n').forEach((line, i) => {
    if (line.trim() === '') return;
    const parsed = correction.safeParse(jsonOf(line));
    if (!parsed.success)
      throw new LabelledDataError(`${path}:${i + 1}: not a label: ${z.prettifyError(parsed.error)}`);
    const { formId, ...one } = parsed.data;
    const { fields, ...form } = found.get(formId) ?? {};
    if ('field' in one) found.set(formId, { ...form, fields: { ...fields, [one.field]: one.meaning } });
    else {
      const { type, domain } = one;
      found.set(formId, { type, ...(domain !== undefined && { domain }), ...(fields && { fields }) });
    }
  });
  return found;
}

/** The controls of a form with what a person says of them, and nothing that was said before. */
export function correctedControls(
  { id, controls }: Pick<Form, 'id' | 'controls'>,
  corrections: Corrections,
): readonly FormControl[] {
  const fields = corrections.get(id)?.fields ?? {};
  const names = fieldNamesOf(controls);
  return controls.map(({ corrected: _, ...control }, i) => {
    const name = names[i];
    const meaning = name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
    return meaning === undefined ? control : { ...control, corrected: meaning };
  });
}

/**
 * Names the controls of which a person may say what they ask for: those that are filled, and no secret or file. Those that
 * would have one name are numbered in their order: `price`, `price 2`.
 */
export function fieldNamesOf(controls: readonly FormControl[]): (string | undefined)[] {
  const taken = new Set<string>();
  return controls.map((control) => {
    if (control.domain === 'none' || /^(?:hidden|password|file)$/.test(control.type)) return undefined;
    const own = fieldNameOf(control) || 'field';
    let name = own;
    for (let n = 2; taken.has(name); n++) name = `${own} ${n}`;
    taken.add(name);
    return name;
  });
}

/** The verdict of a person on this form, where there is one; it wins over rules and model. */
export function correctedVerdict(form: Form, corrections: Corrections | undefined): FormVerdict | undefined {
  const type = corrections?.get(form.id)?.type;
  if (type === undefined) return undefined;
  return type === 'search'
    ? { kind: 'classified', searchable: true, type, score: 1, model: 'labelled by you', weightiest: [] }
    : {
        kind: 'rejected',
        searchable: false,
        type,
        rule: 'correction',
        evidence: `labelled ${type} by you`,
      };
}
