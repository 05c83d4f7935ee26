export {
  EventQueue,
  type HarvestEvent,
  type Progress,
  type RequestCounts,
  type RunStatus,
} from './events.ts';
