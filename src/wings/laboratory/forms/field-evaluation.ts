import { type FieldMeaning, type Form, meaningOfSubmit, meaningsOf } from '../../../forms/index.ts';
import { groupBootstrap } from '../learning/metrics.ts';
import { MEANINGS_OF_ANNOTATION } from './annotations.ts';
import type { LabelledForm } from './rows.ts';
import { scoreText, textTable } from './score-report.ts';

/** Counts the fields whose meaning equals their annotation. */
interface FieldScores {
  readonly n: number;
  readonly accuracy: number;
  /** 95 % interval by sites. */
  readonly interval: readonly [number, number];
  /** The fields of search forms alone. */
  readonly search: { readonly n: number; readonly accuracy: number };
  /** Annotated fields that our meanings have no word for; not counted. */
  readonly unmapped: number;
  /** Annotated fields that are in no form of the HTML5 tree; counted as wrong. */
  readonly missing: number;
  readonly annotations: readonly AnnotationScore[];
}

interface AnnotationScore {
  readonly annotation: string;
  readonly n: number;
  readonly right: number;
  /** The commonest wrong meaning. */
  readonly mistakenFor?: string;
}

interface Judged {
  readonly annotation: string;
  readonly said: FieldMeaning | undefined;
  readonly right: boolean;
  readonly search: boolean;
  readonly site: string;
}

const NOT_ANNOTATED = 'NOT ANNOTATED';

/** Scores the meanings of fields on labelled forms. The rules are not trained, so there is nothing to hold out. */
export function scoreFields(labelled: readonly LabelledForm[], seed = 1): FieldScores {
  const judged: Judged[] = [];
  let unmapped = 0;
  for (const { form, fields, row } of labelled) {
    for (const [name, annotation] of Object.entries(fields)) {
      if (annotation === NOT_ANNOTATED) continue;
      const right = MEANINGS_OF_ANNOTATION[annotation];
      if (right === undefined) {
        unmapped++;
        continue;
      }
      const said = form === undefined ? undefined : meaningOfField(form, name, right);
      const search = row.type === 'search';
      judged.push({
        annotation,
        said,
        right: said !== undefined && right.includes(said),
        search,
        site: row.site,
      });
    }
  }
  const searching = judged.filter(({ search }) => search);
  return {
    n: judged.length,
    accuracy: accuracyOf(judged),
    interval: groupBootstrap(
      judged.map(({ site }) => site),
      (members) => accuracyOf(members.map((i) => judged[i] as Judged)),
      { rounds: 200, seed },
    ),
    search: { n: searching.length, accuracy: accuracyOf(searching) },
    unmapped,
    missing: judged.filter(({ said }) => said === undefined).length,
    annotations: annotationScores(judged),
  };
}

const accuracyOf = (judged: readonly Judged[]): number =>
  judged.length === 0 ? 0 : judged.filter(({ right }) => right).length / judged.length;

/** Takes the visible one of several controls with one name; a button where the annotation speaks of buttons. */
function meaningOfField(form: Form, name: string, right: readonly FieldMeaning[]): FieldMeaning | undefined {
  const submit = form.submits.find((candidate) => candidate.name === name);
  if (submit !== undefined && right.includes('submit')) return meaningOfSubmit(submit);
  const visible = form.controls.findIndex((control) => control.name === name && control.visible);
  const at = visible >= 0 ? visible : form.controls.findIndex((control) => control.name === name);
  if (at >= 0) return meaningsOf(form)[at];
  return submit === undefined ? undefined : meaningOfSubmit(submit);
}

function annotationScores(judged: readonly Judged[]): AnnotationScore[] {
  return [...Map.groupBy(judged, ({ annotation }) => annotation)]
    .map(([annotation, fields]) => {
      const wrong = new Map<string, number>();
      for (const { right, said } of fields)
        if (!right) wrong.set(said ?? 'not there', (wrong.get(said ?? 'not there') ?? 0) + 1);
      const [commonest] = [...wrong].sort((a, b) => b[1] - a[1]);
      return {
        annotation,
        n: fields.length,
        right: fields.filter(({ right }) => right).length,
        ...(commonest !== undefined && { mistakenFor: commonest[0] }),
      };
    })
    .sort((a, b) => b.n - a.n || a.annotation.localeCompare(b.annotation));
}

/** The scores as a terminal shows them. */
export function fieldScoresText(scores: FieldScores): string {
  const three = (value: number): string => value.toFixed(3);
  const [low, high] = scores.interval;
  return `${[
    `${scores.n} annotated fields: accuracy ${three(scores.accuracy)} (95 % by sites ${three(low)}–${three(high)}); of search forms ${scores.search.n}: ${three(scores.search.accuracy)}`,
    `${scores.missing} of them are in no form of the HTML5 tree and count as wrong; ${scores.unmapped} more have no meaning of ours and do not count`,
    textTable(
      ['annotation', 'fields', 'right', 'accuracy', 'mostly mistaken for'],
      scores.annotations.map(({ annotation, n, right, mistakenFor }) => [
        annotation,
        n,
        right,
        scoreText(right / n, n),
        mistakenFor ?? '',
      ]),
    ),
  ].join('\n\n')}\n`;
}
