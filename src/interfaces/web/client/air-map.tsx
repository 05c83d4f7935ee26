/** Draws a region without tiles or network: areas, divisions and stations, coloured by the class of one pollutant. */

type Position = readonly [east: number, north: number];
type Ring = readonly Position[];

export interface Feature {
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: Position }
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };
  readonly properties: Readonly<Record<string, string | number | null>> & {
    readonly kind: string;
    readonly name: string;
  };
}

export interface MapPollutant {
  readonly name: string;
  readonly column: string;
  readonly unit: string;
  readonly digits: number;
  readonly classes: readonly number[];
}

const WIDTH = 640;
const MARGIN = 24;
/** As the drawings of reports have them: light to dark, told apart by the colour-blind too. */
const COLOURS = ['#fde725', '#7ad151', '#22a884', '#2a788e', '#414487', '#440154'] as const;

export function colourOf(value: number | null, { classes }: MapPollutant): string {
  if (value === null) return 'none';
  const at = classes.findIndex((upTo) => value <= upTo);
  return COLOURS.at(at) ?? 'none';
}

interface AirMapProps {
  readonly features: readonly Feature[];
  readonly pollutant: MapPollutant;
  readonly classNames: readonly string[];
  /** Returns the figure of a division; null for none, as for a city: one station does not speak for all of its divisions. */
  readonly figureOf: (key: string) => number | null;
  /** Names the place that is pointed at, in the map or the table. */
  readonly chosen: string | undefined;
  readonly choose: (key: string | undefined) => void;
}

const placeKey = ({ properties: { city, name } }: Feature): string => `${city ?? ''}|${name}`;

export function AirMap({ features, pollutant, classNames, figureOf, chosen, choose }: AirMapProps) {
  const project = projection(features.flatMap(({ geometry }) => positionsOf(geometry)));
  const places = features.filter(({ properties }) => /^(?:division|city)$/.test(properties.kind));
  const stations = features.filter(
    ({ properties }) => properties.kind.includes('station') && properties.pollutant === pollutant.name,
  );
  return (
    <figure class="map">
      <svg viewBox={`0 0 ${WIDTH} ${project.height}`} role="img" aria-label={`Map of ${pollutant.name}`}>
        {places.map((place) => {
          const { geometry, properties } = place;
          const key = placeKey(place);
          const value = figureOf(key);
          const drawn = {
            fill: colourOf(value, pollutant),
            class: key === chosen ? 'place chosen' : 'place',
            onMouseEnter: () => choose(key),
            onMouseLeave: () => choose(undefined),
          };
          const title = `${properties.name}: ${value === null ? 'no value' : value.toFixed(pollutant.digits)}`;
          if (geometry.type !== 'Point')
            return (
              <path key={key} d={outlineOf(geometry, project)} fill-rule="evenodd" {...drawn}>
                <title>{title}</title>
              </path>
            );
          const [x, y] = project.at(geometry.coordinates);
          return (
            <g key={key}>
              <rect x={x - 7} y={y - 7} width="14" height="14" {...drawn}>
                <title>{title}</title>
              </rect>
              {key === chosen && (
                <text x={x} y={y < 40 ? y + 24 : y - 13} text-anchor="middle">
                  {title}
                </text>
              )}
            </g>
          );
        })}
        {stations.map(({ geometry, properties: { kind, name, value } }, at) => {
          if (geometry.type !== 'Point') return null;
          const [x, y] = project.at(geometry.coordinates);
          const isOfficial = kind.startsWith('official');
          return (
            <circle key={at} cx={x} cy={y} r="3.5" class={isOfficial ? 'station' : 'station synthetic'}>
              <title>{`${name}, ${kind}: ${value} ${pollutant.unit}`}</title>
            </circle>
          );
        })}
      </svg>
      <figcaption class="line">
        {classNames.map((name, at) => (
          <span key={name} class="line">
            <svg width="16" height="12" aria-hidden="true">
              <rect class="swatch" width="16" height="12" fill={COLOURS[at] ?? 'none'} />
            </svg>
            {name} ({at === 0 ? 'to' : 'above'} {pollutant.classes[Math.max(0, at - 1)]})
          </span>
        ))}
        <span class="line">
          <svg width="12" height="12" aria-hidden="true">
            <circle cx="6" cy="6" r="3.5" class="station" />
          </svg>
          official station
        </span>
        <span class="line">
          <svg width="12" height="12" aria-hidden="true">
            <circle cx="6" cy="6" r="3.5" class="station synthetic" />
          </svg>
          synthetic (practice web)
        </span>
      </figcaption>
    </figure>
  );
}

const ringsOf = (geometry: Feature['geometry']): readonly Ring[] =>
  geometry.type === 'Polygon'
    ? geometry.coordinates
    : geometry.type === 'MultiPolygon'
      ? geometry.coordinates.flat()
      : [];

const positionsOf = (geometry: Feature['geometry']): readonly Position[] =>
  geometry.type === 'Point' ? [geometry.coordinates] : ringsOf(geometry).flat();

interface Projection {
  readonly height: number;
  readonly at: (position: Position) => readonly [x: number, y: number];
}

/** Projects positions: equirectangular about the middle of the region. */
function projection(positions: readonly Position[]): Projection {
  let [west, east, south, north] = [180, -180, 90, -90];
  for (const [longitude, latitude] of positions) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / Math.max((east - west) * squeeze, 1e-6);
  return {
    height: Math.max(120, Math.round(2 * MARGIN + Math.max(0, north - south) * scale)),
    at: ([longitude, latitude]) => [
      Math.round((MARGIN + (longitude - west) * squeeze * scale) * 10) / 10,
      Math.round((MARGIN + (north - latitude) * scale) * 10) / 10,
    ],
  };
}

const outlineOf = (geometry: Feature['geometry'], project: Projection): string =>
  ringsOf(geometry)
    .map((ring) => `M${ring.map((position) => project.at(position).join(' ')).join('L')}Z`)
    .join('');
