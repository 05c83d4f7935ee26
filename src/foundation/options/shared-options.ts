/** The options that a harvest shares with commands that load none of its rooms. */

import { z } from 'zod';
import { name, off } from './fields.ts';

export const storage = name
  .default('storage')
  .describe('<dir> folder of runs and results')
  .meta({ namesFile: () => true, frozen: false });

export const allowPrivate = off.describe('allow addresses of private networks');

export const contact = z
  .string()
  .max(200, 'expected 200 characters at most')
  .optional()
  .describe('how site owners can reach you: an address that stands in the user agent');
