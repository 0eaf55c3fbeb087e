import { haversineOf, roundCoordinates } from './haversine.rules.ts';

const EARTH_RADIUS_KM = 6_371;
const STEPS = [1, 2, 5];

/** The coordinates of a user in degrees. */
type Point = { latitude: number | null; longitude: number | null };

/**
 * Returns about how far apart two users are, in kilometres: rounded up to 1, 2, 5, 10, 20, 50 and so on, so that it tells no place.
 * Null if one of them has no coordinates.
 */
export function roughDistanceKm(one: Point, other: Point): number | null {
  const [from, to] = [one, other].map(({ latitude, longitude }) => roundCoordinates(latitude, longitude));
  if (!from || !to) return null;
  const distance = 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, haversineOf(from, to))));
  for (let power = 1; ; power *= 10) {
    const step = STEPS.find((factor) => distance <= factor * power);
    if (step !== undefined) return step * power;
  }
}
