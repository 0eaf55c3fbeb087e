/** Rounded coordinates in hundredths of a degree (about one kilometre), with the cosine of the latitude. */
export type Coordinates = { latitude: number; longitude: number; cosine: number };

const HUNDREDTHS = 100;
const FULL_CIRCLE = 360 * HUNDREDTHS;
const RADIANS = Math.PI / 180 / HUNDREDTHS;

/** Rounds coordinates in degrees to two decimals. Returns null if either is unknown. */
export function roundCoordinates(latitude: number | null, longitude: number | null): Coordinates | null {
  if (latitude === null || longitude === null) return null;
  const rounded = Math.round(latitude * HUNDREDTHS);
  return { latitude: rounded, longitude: Math.round(longitude * HUNDREDTHS), cosine: Math.cos(rounded * RADIANS) };
}

/**
 * Returns the haversine of the angle between two points, from 0 to 1.
 *
 * It grows with the great-circle distance d: sin²(d / 2r) on a sphere of radius r. Differences are taken between integers, so
 * equal distances to the east and the west, or across the date line, are exactly equal.
 */
export function haversineOf(one: Coordinates, other: Coordinates): number {
  const difference = Math.abs(one.longitude - other.longitude);
  const east = halfChord(Math.min(difference, FULL_CIRCLE - difference));
  const north = halfChord(one.latitude - other.latitude);
  return north * north + one.cosine * other.cosine * east * east;
}

/** An area between two parallels and two meridians. It never crosses the date line. */
export type Area = { south: number; north: number; west: number; east: number; minCosine: number };

/** Returns the bounding area of at least one point. */
export function areaOf(located: readonly { coordinates: Coordinates }[]): Area {
  const area = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity, minCosine: 1 };
  for (const { coordinates } of located) {
    const { latitude, longitude, cosine } = coordinates;
    area.south = Math.min(area.south, latitude);
    area.north = Math.max(area.north, latitude);
    area.west = Math.min(area.west, longitude);
    area.east = Math.max(area.east, longitude);
    area.minCosine = Math.min(area.minCosine, cosine);
  }
  return area;
}

/** Returns a lower bound of `haversineOf` between the coordinates and any point of the area. */
export function minHaversine(area: Area, coordinates: Coordinates): number {
  const north = halfChord(Math.max(area.south - coordinates.latitude, 0, coordinates.latitude - area.north));
  const east = halfChord(degreesOutside(area, coordinates.longitude));
  // Rounding must never raise the bound above a real distance.
  return (north * north + coordinates.cosine * area.minCosine * east * east) * (1 - 1e-12);
}

/**
 * Returns the distance to the nearer meridian in hundredths of a degree of longitude, in either direction. 0 between the
 * meridians.
 */
function degreesOutside({ west, east }: Area, longitude: number): number {
  if (west <= longitude && longitude <= east) return 0;
  const toWest = (west - longitude + FULL_CIRCLE) % FULL_CIRCLE;
  const toEast = (longitude - east + FULL_CIRCLE) % FULL_CIRCLE;
  return Math.min(toWest, toEast);
}

function halfChord(hundredths: number): number {
  return Math.sin((hundredths * RADIANS) / 2);
}
