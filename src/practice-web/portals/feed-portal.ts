/** A server of open data, as data.gov.in: the same figures as XML and as CSV. */

import type { Answer, PracticeRequest } from '../answer.ts';
import { escapeHtml } from '../html.ts';
import { OFFICIAL, SNAPSHOTS, type Snapshot, SOURCE } from './figures.ts';
import { PARTICULATES } from './network.ts';
import { data, paragraph, portalPage } from './page.ts';

const COLUMNS =
  'country,state,city,station,last_update,latitude,longitude,pollutant_id,pollutant_min,pollutant_max,pollutant_avg';

export function answerFeed(request: PracticeRequest): Answer | null {
  switch (request.path) {
    case '/':
      return portalPage('Open Air Data', {
        title: 'Real time Air Quality Index from various locations',
        links: [
          ['/feed/aqi.csv', 'CSV'],
          ['/feed/aqi.xml', 'XML, newest only'],
        ],
        body: paragraph(`Source: ${SOURCE}.`),
      });
    case '/feed/aqi.csv':
      return data('text/csv; charset=utf-8', csv());
    case '/feed/aqi.xml':
      return data('text/xml; charset=utf-8', SNAPSHOTS.at(-1) ? xml(SNAPSHOTS.at(-1) as Snapshot) : '');
    default:
      return null;
  }
}

const figure = (value: number | undefined): string => (value === undefined ? 'NA' : String(value));

function csv(): string {
  const lines = SNAPSHOTS.flatMap(({ time, cities }) =>
    OFFICIAL.flatMap(({ city, name, latitude, longitude }) =>
      PARTICULATES.flatMap((pollutant) => {
        const figures = cities[city]?.[pollutant];
        if (figures === undefined) return [];
        const [min, max, mean] = figures ?? [];
        const place = `India,Punjab,${city},"${name}","${time}",${latitude},${longitude}`;
        return [`${place},${pollutant},${figure(min)},${figure(max)},${figure(mean)}`];
      }),
    ),
  );
  return `${[COLUMNS, ...lines].join('\n')}\n`;
}

function xml({ time, cities }: Snapshot): string {
  const stations = OFFICIAL.map(({ city, name }) => {
    const own = cities[city] ?? {};
    const figures = PARTICULATES.flatMap((pollutant) => {
      const [min, max, mean] = own[pollutant] ?? [];
      return own[pollutant] === undefined
        ? []
        : [
            `<Pollutant_Index Avg="${figure(mean)}" Max="${figure(max)}" Min="${figure(min)}" id="${pollutant}"/>`,
          ];
    });
    return `<City id="${city}"><Station id="${escapeHtml(name)}" lastupdate="${time}">${figures.join('')}</Station></City>`;
  });
  return `<?xml version='1.0' encoding='UTF-8'?>\n<AqIndex><Country id="India"><State id="Punjab">${stations.join('\n')}</State></Country></AqIndex>\n`;
}
