import type { FieldKind } from './reading.ts';

const MONEY = String.raw`[$€£¥₹₽₩₺₫฿]|(?:USD|EUR|GBP|JPY|INR|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|RON|RUB|TRY|BRL|Rs\.?|kr\.?|zł|Kč|Ft|lei|руб\.?|元|円|원)`;
const NUMBER = String.raw`\d[\d\s.,'’]*`;
const MONTH = String.raw`[\p{L}]{3,12}\.?`;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?`;
const DAY = String.raw`\d{1,2}\.?(?: de)? ${MONTH}(?: de)?,? \d{4}|${MONTH} \d{1,2},? \d{4}`;

const KINDS: readonly (readonly [FieldKind, RegExp])[] = [
  [
    'identifier',
    /^(?:(?:ISBN|ISSN|EAN|SKU|ASIN|Art\.|No\.?|Nr\.?|#)[\s:.-]*)(?=[A-Z-]*\d)[\dA-Z][\dA-Z-]{3,20}$|^97[89][\d -]{10,14}$/i,
  ],
  [
    'price',
    new RegExp(`^(?:\\p{L}{1,12}\\.? )?(?:(?:${MONEY})\\s?${NUMBER}|${NUMBER}\\s?(?:${MONEY}))`, 'iu'),
  ],
  [
    'date',
    new RegExp(
      String.raw`^\d{4}-\d{1,2}-\d{1,2}(?:[T ].*)?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:,? ${CLOCK})?$|^\d{4}[./年]\s?\d{1,2}[./月]`,
      'iu',
    ),
  ],
  [
    'date',
    new RegExp(`^(?:${CLOCK},? )?(?:\\p{L}{2,12},? )?(?:${DAY})(?:,? (?:at )?${CLOCK}.{0,12})?$`, 'u'),
  ],
  ['time', /^\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?$|^\d+\s?h(?:\s?\d+\s?m(?:in)?)?$/i],
  ['year', /^\(?(?:1[5-9]|20)\d\d\)?$/],
  ['rating', /^\d(?:[.,]\d+)?\s?(?:\/|out of|von|sur|de|su|из)\s?(?:5|10)\b|^[★☆]{3,}/i],
  [
    'measure',
    /^\d[\d\s.,]*\s?(?:m²|m2|sq\.? ?(?:ft|m)|ft²|km|mi|miles?|kg|g|min\.?|minutes|mm|cm|GB|TB|MB|MP|hPa|[µμ]g\/m[³3]|%)$/iu,
  ],
  ['number', /^[+-]?\d[\d\s.,]*$/],
];

/** Recognises the kind of a value by its notation, independent of the language of the page. */
export function fieldKind(value: string): FieldKind {
  const text = value.slice(0, 60).trim();
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'text';
}
