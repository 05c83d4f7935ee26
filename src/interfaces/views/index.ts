export { FormFields, FormVerdict, Neighbours, QUERY_COLUMNS } from './form-parts.tsx';
export {
  counted,
  headed,
  number,
  Outside,
  Pairs,
  type ServerOrder,
  share,
  Table,
  type TableColumn,
  TableSection,
  Tag,
  Tiles,
  time,
  words,
} from './parts.tsx';
export { recordColumns, titleOf, typedColumns } from './record-columns.tsx';
export type { FirstRows, FormAnswers, FormLists, RunLists } from './run-lists.ts';
