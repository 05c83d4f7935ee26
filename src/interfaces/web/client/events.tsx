import { useState } from 'preact/hooks';
import type { HarvestEvent } from '../../../crawl/events/index.ts';
import { counted, Outside, words } from '../../views/index.ts';
import { Link } from './address.tsx';
import type { ReportedEvent } from './watch.ts';

interface EventsProps {
  readonly reported: readonly { readonly id: number; readonly event: ReportedEvent }[];
  readonly run: string;
}

export function Events({ reported, run }: EventsProps) {
  const [type, setType] = useState('');
  const [text, setText] = useState('');
  const types = [...new Set(reported.map(({ event }) => event.type))].sort();
  const shown = reported.filter(
    ({ event }) =>
      (type === '' || event.type === type) &&
      (text === '' || JSON.stringify(event).toLowerCase().includes(text.toLowerCase())),
  );
  return (
    <section aria-labelledby="events">
      <h2 id="events">Last events</h2>
      <div class="line tools">
        <label>
          Kind{' '}
          <select value={type} onChange={({ currentTarget }) => setType(currentTarget.value)}>
            <option value="">all</option>
            {types.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label>
          Filter{' '}
          <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <ol class="events" tabIndex={0} aria-labelledby="events">
        {shown.slice(0, 200).map(({ id, event }) => (
          <li key={id}>
            <span class="tag plain">{event.type}</span> <EventText event={event} run={run} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const reasonOf = (reason: { readonly code: string; readonly detail?: string }): string =>
  `${words(reason.code)}${reason.detail === undefined ? '' : ` (${reason.detail})`}`;

function EventText({ event, run }: { readonly event: HarvestEvent; readonly run: string }) {
  switch (event.type) {
    case 'page':
      return (
        <>
          {event.status} <Outside href={event.url} />{' '}
          <small>
            {event.renderedBy}, {counted(event.forms, 'form')}
            {event.blockedBy && `, blocked by ${event.blockedBy}`}
          </small>
        </>
      );
    case 'skipped':
      return (
        <>
          <Outside href={event.url} /> <small>{reasonOf(event.reason)}</small>
        </>
      );
    case 'form':
    case 'asked':
      return (
        <>
          <Link to={`/ui/runs/${run}/forms/${event.formId}`}>{event.site}</Link>{' '}
          <small>
            {event.type === 'asked'
              ? `${words(event.outcome)}, ${counted(event.records, 'record')}`
              : event.action}
          </small>
        </>
      );
    case 'submission':
      return (
        <>
          <Outside href={event.url} />{' '}
          <small>
            {words(event.verdict)}, {counted(event.records, 'record')}
          </small>
        </>
      );
    case 'record':
    case 'detail':
      return (
        <>
          {event.title} <small>{event.site}</small>
        </>
      );
    case 'site':
      return (
        <>
          {event.site}{' '}
          <small>
            {event.state}: {reasonOf(event.reason)}
          </small>
        </>
      );
    case 'stopped':
      return (
        <>
          {event.site} <small>{reasonOf(event.reason)}</small>
        </>
      );
    case 'pause':
      return event.paused ? 'paused' : 'resumed';
    case 'scope':
      return `addresses changed, ${counted(event.dropped, 'waiting link')} dropped`;
    case 'warning':
      return <>{event.message}</>;
    default:
      return 'site' in event ? event.site : null;
  }
}
