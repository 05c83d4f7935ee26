import { listRegions, loadRegion } from '../../foundation/domain/index.ts';
import { foldText } from '../../foundation/text/index.ts';
import type { GazetteerEntry } from './entity-linker.ts';

/** Lists the places of the shipped region files: cities, divisions, localities, in all spellings. */
export function regionPlaces(): GazetteerEntry[] {
  return listRegions().flatMap((region) =>
    loadRegion(region).cities.flatMap((city) => {
      const places = [city, ...city.divisions, ...city.localities];
      return places.flatMap(({ name, names }) => {
        const path = [region, city.name, name].map((part) => encodeURIComponent(foldText(part)));
        const uri = `urn:fieldfare:place:${path.join(':')}`;
        return [name, ...names].map((one) => ({
          name: one.toLowerCase(),
          uri,
          neTag: 'LOCATION' as const,
        }));
      });
    }),
  );
}
