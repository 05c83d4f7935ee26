export { EventQueue, type HarvestEvent, type Progress, type RunStatus } from './events.ts';
