/** Brings the explorer of a report to life. */

import { hydrate } from 'preact';
import { Explorer } from './explorer.tsx';
import type { RunLists } from './run-lists.ts';

const place = document.querySelector('#explorer');
const data = document.querySelector('#run-lists')?.textContent;
if (place !== null && data !== undefined) hydrate(<Explorer lists={JSON.parse(data) as RunLists} />, place);
