export {
  EventQueue,
  type HarvestEvent,
  type Progress,
  type RequestCounts,
  type RunStatus,
} from './events.ts';
export {
  type Outlook,
  outlookText,
  type TimeLeft,
  timeLeft,
  timeLeftText,
} from './outlook.ts';
