import type { Location } from './region.ts';

const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

export function kilometresBetween([latA, lonA]: Location, [latB, lonB]: Location): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const chord = half(latB - latA) + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * half(lonB - lonA);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
