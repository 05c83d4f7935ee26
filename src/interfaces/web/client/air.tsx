import {
  aqiWords,
  dayWords,
  intervalWords,
  markWords,
  type ShownValue,
} from '../../../wings/air-quality/wording/index.ts';
import { Table, words } from '../../views/index.ts';
import { go, Link, useAddress } from './address.tsx';
import { useLoaded } from './api.ts';
import { ProblemNote } from './problem-note.tsx';

interface MapPollutant {
  readonly name: string;
  readonly column: string;
  readonly unit: string;
  readonly digits: number;
}

interface Place {
  readonly city: string;
  readonly name: string;
  readonly aqi: Parameters<typeof aqiWords>[0];
}
type Shown = ShownValue & { readonly source: string };

/** Holds the figures of the report of the region: values by the column of their pollutant. */
interface Figures {
  readonly synthetic: boolean;
  readonly period: { readonly from: string; readonly to: string; readonly days: number };
  readonly divisions: readonly (Place & Readonly<Record<string, Shown>>)[];
}

export function AirView() {
  const { searchParams } = useAddress();
  const { data, problem } = useLoaded<{ items: readonly string[] }>('/api/ui/air');
  const region = searchParams.get('region') ?? data?.items[0];
  return (
    <>
      <ProblemNote problem={problem} />
      {data && data.items.length > 1 && (
        <nav class="line" aria-label="Regions">
          {data.items.map((name) => (
            <Link key={name} to={`/ui/air?region=${name}`} current={name === region}>
              {name}
            </Link>
          ))}
        </nav>
      )}
      {data && region === undefined && (
        <p class="empty">
          No air-quality data yet: run <code>fieldfare air-quality punjab</code> on this storage folder.
        </p>
      )}
      {region !== undefined && <RegionAir key={region} region={region} />}
    </>
  );
}

function RegionAir({ region }: { readonly region: string }) {
  const address = useAddress();
  const drawn = useLoaded<{ readonly pollutants: readonly MapPollutant[] }>(
    `/api/ui/air/${encodeURIComponent(region)}`,
  );
  const figures = useLoaded<Figures>(`/api/air-quality/${encodeURIComponent(region)}`);
  if (drawn.data === undefined || figures.data === undefined)
    return <ProblemNote problem={drawn.problem ?? figures.problem} />;
  const { period, synthetic } = figures.data;
  const { pollutants } = drawn.data;
  const column = address.searchParams.get('of');
  const pollutant = pollutants.find((one) => one.column === column) ?? pollutants[0];
  if (pollutant === undefined) return null;
  const show = (of: string) => go(`/ui/air?${new URLSearchParams({ region, of })}`, 'replace');
  return (
    <>
      <p class="line tools">
        <b>{words(region)}</b>
        <label>
          Pollutant{' '}
          <select value={pollutant.column} onChange={({ currentTarget }) => show(currentTarget.value)}>
            {pollutants.map((one) => (
              <option key={one.column} value={one.column}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <span>
          {period.from} to {period.to}, {period.days} days
        </span>
        {synthetic && <span class="tag active">includes synthetic figures of the practice web</span>}
      </p>
      <div class="air">
        <figure class="map">
          <img
            src={`/api/ui/air/${encodeURIComponent(region)}/${pollutant.column}`}
            alt={`Map of ${pollutant.name}`}
          />
        </figure>
        <Divisions figures={figures.data} pollutant={pollutant} />
      </div>
    </>
  );
}

interface DivisionsProps {
  readonly figures: Figures;
  readonly pollutant: MapPollutant;
}

function Divisions({ figures: { period, divisions }, pollutant }: DivisionsProps) {
  type Division = Figures['divisions'][number];
  const { column, digits } = pollutant;
  /** Says something of the figure of a division; a dash where it has none. */
  const said = (division: Division, say: (shown: Shown) => string | undefined): string => {
    const shown = division[column];
    return (shown && shown.value !== null && say(shown)) || '–';
  };
  return (
    <Table
      label="Divisions"
      rows={divisions}
      empty="This region has no divisions."
      columns={[
        {
          head: 'Division',
          cell: ({ city, name }) => (
            <>
              {name} <small>{city}</small>
            </>
          ),
        },
        {
          head: `${pollutant.name}, ${pollutant.unit}`,
          kind: 'number',
          cell: (division) => said(division, ({ value }) => value?.toFixed(digits)),
        },
        {
          head: '95 % interval',
          kind: 'number',
          cell: (division) => said(division, (shown) => intervalWords(shown, digits)),
        },
        {
          head: 'Days',
          cell: (division) => said(division, (shown) => dayWords(shown, period.days, digits)),
        },
        {
          head: 'Known by',
          cell: (division) => {
            const shown = division[column];
            return shown === undefined ? '–' : markWords(shown);
          },
        },
        { head: 'AQI', cell: ({ aqi }) => aqiWords(aqi) },
        { head: 'Source', kind: 'wide', cell: (division) => <small>{division[column]?.source}</small> },
      ]}
    />
  );
}
