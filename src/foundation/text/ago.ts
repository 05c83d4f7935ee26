import { PACKS } from '../language/index.ts';
import { foldText } from './fold.ts';

/** Whether a text is a time counted from now (“62 minutes ago”), in any language: it passes though nothing changes. */
export const isAgo = (text: string): boolean => agoes().has(shapeOf(text));

/** All numbers are alike. */
const shapeOf = (text: string): string => foldText(text).trim().replace(/\d+/g, '#');

let known: ReadonlySet<string> | undefined;

function agoes(): ReadonlySet<string> {
  const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
  known ??= new Set(
    [...PACKS.keys()].flatMap((code) =>
      (['long', 'short'] as const).flatMap((style) =>
        (['always', 'auto'] as const).flatMap((numeric) => {
          const words = new Intl.RelativeTimeFormat(code, { style, numeric });
          return units.flatMap((unit) => [0, -1, -2, -5].map((n) => shapeOf(words.format(n, unit))));
        }),
      ),
    ),
  );
  return known;
}
