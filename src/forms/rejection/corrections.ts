import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { jsonOf } from '../../foundation/text/index.ts';
import { LabelledDataError } from '../errors.ts';
import { fieldNameOf } from '../extraction/identity.ts';
import { FORM_TYPES, type Form, type FormControl, type FormType, type FormVerdict } from '../form.ts';
import { labelLines } from '../label-lines.ts';
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
    if (/^(?:ENOENT|ENOTDIR|ELOOP)$/.test((error as NodeJS.ErrnoException).code ?? '')) return new Map();
    throw new LabelledDataError(`Cannot read the labels ${path}`, { cause: error });
  }
  const found = new Map<string, CorrectedForm>();
  for (const [line, number] of labelLines(text, path)) {
    const parsed = correction.safeParse(jsonOf(line));
    if (!parsed.success)
      throw new LabelledDataError(
        `${path}:${number}: not a label; correct or delete this line: ${z.prettifyError(parsed.error)}`,
      );
    const { formId, ...one } = parsed.data;
    const { fields, ...form } = found.get(formId) ?? {};
    if ('field' in one) found.set(formId, { ...form, fields: { ...fields, [one.field]: one.meaning } });
    else {
      const { type, domain } = one;
      found.set(formId, { type, ...(domain !== undefined && { domain }), ...(fields && { fields }) });
    }
  }
  return found;
}

/** The controls of a form with what a person says of them, and nothing that was said before. */
export function correctedControls(
  { id, controls }: Pick<Form, 'id' | 'controls'>,
  corrections: Corrections,
): readonly FormControl[] {
  const fields = corrections.get(id)?.fields;
  if (fields === undefined) return controls.map(({ corrected: _, ...control }) => control);
  const names = fieldNamesOf(controls);
  return controls.map(({ corrected: _, ...control }, i) => {
    // Labels of earlier versions name all fields of one name at once.
    const name = [names[i], ownName(control)].find((one) => one !== undefined && Object.hasOwn(fields, one));
    const meaning = name === undefined || names[i] === undefined ? undefined : fields[name];
    return meaning === undefined ? control : { ...control, corrected: meaning };
  });
}

const ownName = (control: FormControl): string => fieldNameOf(control) || 'field';

/**
 * Names the controls of which a person may say what they ask for: those that are filled, and no secret or file. Those that
 * have one name are numbered in their order: `price 1`, `price 2`.
 */
export function fieldNamesOf(controls: readonly FormControl[]): (string | undefined)[] {
  const own = controls.map((control) =>
    control.domain === 'none' || /^(?:hidden|password|file)$/.test(control.type)
      ? undefined
      : ownName(control),
  );
  const counts = new Map<string | undefined, number>();
  for (const name of own) counts.set(name, (counts.get(name) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return own.map((name) => {
    if (name === undefined || counts.get(name) === 1) return name;
    let n = numbers.get(name) ?? 0;
    do n++;
    while (counts.has(`${name} ${n}`));
    numbers.set(name, n);
    return `${name} ${n}`;
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
