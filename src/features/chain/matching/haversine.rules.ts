/** A place as matching knows it: whole hundredths of a degree (about a kilometre), and the cosine of its latitude. */
export type Place = { latitude: number; longitude: number; cosine: number };

const HUNDREDTHS = 100;
const FULL_CIRCLE = 360 * HUNDREDTHS;
const RADIANS = Math.PI / 180 / HUNDREDTHS;

/** The place of coordinates in degrees, to two decimals; null where one of them is unknown. */
export function placeOf(latitude: number | null, longitude: number | null): Place | null {
  if (latitude === null || longitude === null) return null;
  const rounded = Math.round(latitude * HUNDREDTHS);
  return { latitude: rounded, longitude: Math.round(longitude * HUNDREDTHS), cosine: Math.cos(rounded * RADIANS) };
}

/**
 * The haversine of the angle between two places, from 0 to 1: it grows with their great-circle distance d, being
 * sin²(d / 2r) on a sphere of radius r. Differences are taken between whole numbers, so that what lies as far to the east as
 * to the west, or over the date line, is exactly as far.
 */
export function haversineOf(one: Place, other: Place): number {
  const apart = Math.abs(one.longitude - other.longitude);
  const east = halfChord(Math.min(apart, FULL_CIRCLE - apart));
  const north = halfChord(one.latitude - other.latitude);
  return north * north + one.cosine * other.cosine * east * east;
}

/** An area between two parallels and two meridians, which it does not cross the date line between. */
export type Area = { south: number; north: number; west: number; east: number; minCosine: number };

/** The smallest area that holds what is at these places, which is something. */
export function areaOf(located: readonly { place: Place }[]): Area {
  const area = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity, minCosine: 1 };
  for (const { place } of located) {
    const { latitude, longitude, cosine } = place;
    area.south = Math.min(area.south, latitude);
    area.north = Math.max(area.north, latitude);
    area.west = Math.min(area.west, longitude);
    area.east = Math.max(area.east, longitude);
    area.minCosine = Math.min(area.minCosine, cosine);
  }
  return area;
}

/** What no place of the area is nearer than: at most the least `haversineOf` between it and one of them. */
export function minHaversine(area: Area, place: Place): number {
  const north = halfChord(Math.max(area.south - place.latitude, 0, place.latitude - area.north));
  const east = halfChord(degreesOutside(area, place.longitude));
  // Rounding must never make the bound exceed what it bounds.
  return (north * north + place.cosine * area.minCosine * east * east) * (1 - 1e-12);
}

/** Hundredths of a degree of longitude to the nearer of the two meridians, either way around; 0 between them. */
function degreesOutside({ west, east }: Area, longitude: number): number {
  if (west <= longitude && longitude <= east) return 0;
  const toWest = (west - longitude + FULL_CIRCLE) % FULL_CIRCLE;
  const toEast = (longitude - east + FULL_CIRCLE) % FULL_CIRCLE;
  return Math.min(toWest, toEast);
}

function halfChord(hundredths: number): number {
  return Math.sin((hundredths * RADIANS) / 2);
}
