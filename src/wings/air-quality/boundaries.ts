import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Region } from '../../foundation/domain/index.ts';
import { FieldfareError } from '../../foundation/errors/index.ts';
import { foldText } from '../../foundation/text/index.ts';

const position = z.tuple([z.number(), z.number()], z.number());
const ring = z.array(position).min(4);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring).min(1)).min(1) }),
]);
const collection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()).nullable(), geometry })),
});

type AreaGeometry = z.infer<typeof geometry>;

/** The area of a division, or of a city where `division` is null. */
export interface Boundary {
  readonly city: string;
  readonly division: string | null;
  /** Longitude first, as in GeoJSON. */
  readonly geometry: AreaGeometry;
}

/** A file of boundaries cannot be used. */
class BoundariesError extends FieldfareError {
  readonly code = 'boundaries';
}

const MAX_BYTES = 100_000_000;

/**
 * Reads areas of a region's divisions or cities from GeoJSON: a feature is the division, else the city, whose name or
 * other spelling is one of its properties. Other features are left out.
 * @throws {BoundariesError} for a file that is none, or that names no place of the region
 */
export function readBoundaries(file: string, region: Region): Boundary[] {
  let data: unknown;
  try {
    const bytes = readFileSync(file);
    if (bytes.length > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1e6} MB`);
    data = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new BoundariesError(`cannot read the boundaries ${file}: ${(error as Error).message}`);
  }
  const read = collection.safeParse(data);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new BoundariesError(
      `${file}: expected a FeatureCollection of Polygons and MultiPolygons (at ${issue?.path.join('.') || 'the top'}: ${issue?.message})`,
    );
  }
  const boundaries = read.data.features.flatMap(({ properties, geometry: area }): Boundary[] => {
    const place = placeOf(Object.values(properties ?? {}), region);
    return place === undefined ? [] : [{ ...place, geometry: area }];
  });
  if (boundaries.length === 0)
    throw new BoundariesError(
      `${file}: no feature has the name of a division or city of ${region.title} among its properties`,
    );
  return boundaries;
}

function placeOf(
  properties: readonly unknown[],
  region: Region,
): { readonly city: string; readonly division: string | null } | undefined {
  const texts = new Set(properties.flatMap((one) => (typeof one === 'string' ? foldText(one) : [])));
  const isNamed = ({ name, names }: { readonly name: string; readonly names: readonly string[] }) =>
    [name, ...names].some((text) => texts.has(foldText(text)));
  const city = region.cities.find(isNamed);
  // A name that two cities have is told apart by the city that the feature names, too.
  for (const one of city === undefined ? region.cities : [city, ...region.cities]) {
    const division = one.divisions.find(isNamed);
    if (division !== undefined) return { city: one.name, division: division.name };
  }
  return city && { city: city.name, division: null };
}
