import { useState } from 'preact/hooks';
import { Table, words } from '../../views/index.ts';
import { ProblemNote } from './problem-note.tsx';
import { go, Link, useAddress } from './address.tsx';
import { AirMap, colourOf, type Feature, type Pollutant } from './air-map.tsx';
import { useLoaded } from './api.ts';

interface RegionMap {
  readonly map: { readonly synthetic: boolean; readonly features: readonly Feature[] };
  readonly pollutants: readonly Pollutant[];
  readonly classNames: readonly string[];
}

interface Value {
  readonly value: number | null;
  readonly mark: string;
  readonly synthetic: boolean;
  readonly uncertainty: { readonly low: number | null; readonly high: number | null } | null;
  readonly source: string;
}

interface Figures {
  readonly divisions: readonly {
    readonly city: string;
    readonly name: string;
    readonly values: Readonly<Record<string, Value>>;
    readonly aqi: { readonly value: number; readonly category: string } | null;
    readonly cluster: string | null;
  }[];
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
          No air was collected yet: run <code>fieldfare air-quality punjab</code> on this storage folder.
        </p>
      )}
      {region !== undefined && <RegionAir key={region} region={region} />}
    </>
  );
}

function RegionAir({ region }: { readonly region: string }) {
  const address = useAddress();
  const drawn = useLoaded<RegionMap>(`/api/ui/air/${encodeURIComponent(region)}`);
  const figures = useLoaded<Figures>(`/api/air-quality/${encodeURIComponent(region)}`);
  const [chosen, choose] = useState<string>();
  if (drawn.data === undefined) return <ProblemNote problem={drawn.problem} />;
  const { map, pollutants, classNames } = drawn.data;
  const column = address.searchParams.get('of');
  const pollutant = pollutants.find((one) => one.column === column) ?? pollutants[0];
  if (pollutant === undefined) return null;
  const show = (of: string) => go(`/ui/air?${new URLSearchParams({ region, of })}`, 'replace');
  return (
    <>
      <ProblemNote problem={figures.problem} />
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
        {map.synthetic && <span class="tag active">holds figures made up by the practice web</span>}
      </p>
      <div class="air">
        <AirMap
          features={map.features}
          pollutant={pollutant}
          classNames={classNames}
          chosen={chosen}
          choose={choose}
        />
        {figures.data === undefined && figures.problem === undefined && (
          <p role="status">Computing the values of the divisions …</p>
        )}
        {figures.data && (
          <Divisions figures={figures.data} pollutant={pollutant} chosen={chosen} choose={choose} />
        )}
      </div>
    </>
  );
}

/** JSON has no infinity: an end without a limit comes as null. */
const limitText = (limit: number | null): string => limit?.toFixed(1) ?? 'any';

interface DivisionsProps {
  readonly figures: Figures;
  readonly pollutant: Pollutant;
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
}

function Divisions({ figures, pollutant, chosen, choose }: DivisionsProps) {
  type Division = Figures['divisions'][number];
  const keyOf = ({ city, name }: Division) => `${city}|${name}`;
  const shown = ({ values }: Division) => values[pollutant.name];
  return (
    <Table
      label="Divisions"
      rows={figures.divisions}
      empty="This region has no divisions."
      row={(division) => ({
        class: keyOf(division) === chosen ? 'chosen' : '',
        onMouseEnter: () => choose(keyOf(division)),
        onMouseLeave: () => choose(undefined),
      })}
      columns={[
        {
          head: 'Division',
          // Focused as well as pointed at, the place is marked on the map.
          cell: (division) => (
            <>
              <button
                type="button"
                class="plain"
                onFocus={() => choose(keyOf(division))}
                onBlur={() => choose(undefined)}
              >
                {division.name}
              </button>
              <small>{division.city}</small>
            </>
          ),
        },
        {
          head: `${pollutant.name}, ${pollutant.unit}`,
          kind: 'number',
          cell: (division) => {
            const value = shown(division)?.value ?? null;
            if (value === null) return '–';
            return (
              <>
                <svg width="12" height="12" aria-hidden="true">
                  <rect class="swatch" width="12" height="12" fill={colourOf(value, pollutant)} />
                </svg>{' '}
                {value.toFixed(1)}
              </>
            );
          },
        },
        {
          head: '95 % interval',
          kind: 'number',
          cell: (division) => {
            const limits = shown(division)?.uncertainty;
            return limits ? `${limitText(limits.low)} to ${limitText(limits.high)}` : '–';
          },
        },
        {
          head: 'Known by',
          cell: (division) =>
            `${words(shown(division)?.mark ?? 'none')}${shown(division)?.synthetic ? ', made up' : ''}`,
        },
        { head: 'Index', cell: ({ aqi }) => (aqi === null ? '–' : `${aqi.value}, ${aqi.category}`) },
        { head: 'Source', kind: 'wide', cell: (division) => <small>{shown(division)?.source}</small> },
      ]}
    />
  );
}
