/** A city, and its people with the start of the window that they set. */
export type City = { zone: string; people: Resident[] };

type Resident = { userId: string; startTime: string; latitude: number; longitude: number };

const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;

/** The first hour of a slot of two hours in which windows start, and the share of the people who choose it. */
const SLOTS = [
  [6, 0.15],
  [8, 0.1],
  [12, 0.2],
  [14, 0.15],
  [16, 0.25],
  [18, 0.15],
] as const;

/** Of the circle, which is 40 degrees wide. */
const SINE_OF_RADIUS = Math.sin((40 * Math.PI) / 180);
const COSINE_OF_RADIUS = Math.cos((40 * Math.PI) / 180);

const TWO_HOURS_IN_STEPS_OF_FIVE_MINUTES = 24;

/** So many people in so many cities, all of them the same at every run. Windows start every five minutes. */
export function populate(people: number, cities: number): City[] {
  const chance = createChance(42);
  const centres = Array.from({ length: cities }, (_, index) => ({
    latitude: 25 + chance() * 24,
    longitude: -124 + chance() * 57,
    zone: ZONES[index % ZONES.length] ?? ZONES[0],
    people: [] as Resident[],
  }));
  for (let number = 0; number < people; number += 1) {
    const centre = centres[Math.floor(chance() * cities)];
    centre?.people.push({
      userId: userIdOf(number),
      startTime: startTimeBy(chance),
      latitude: toHundredths(centre.latitude + chance() * 0.3),
      longitude: toHundredths(centre.longitude + chance() * 0.3),
    });
  }
  return centres.map(({ zone, people }) => ({ zone, people }));
}

function startTimeBy(chance: () => number): string {
  let left = chance();
  const [hour] = SLOTS.find(([, share]) => {
    left -= share;
    return left <= 0;
  }) ?? [6];
  const minutes = hour * 60 + Math.floor(chance() * TWO_HOURS_IN_STEPS_OF_FIVE_MINUTES) * 5;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * Creates the slowest population: half of the users are at one point and have windows that start when those of the others end. The others
 * are on a wide circle around it. All distances are equal, so a search by area excludes no user.
 */
export function populateCircle(people: number): City[] {
  const chance = createChance(42);
  const residents = Array.from({ length: people }, (_, number): Resident => {
    const bearing = chance() * 2 * Math.PI;
    const isAround = number % 2 === 0;
    return {
      userId: userIdOf(number),
      startTime: isAround ? '08:00' : '06:00',
      latitude: isAround ? toHundredths(toDegrees(Math.asin(SINE_OF_RADIUS * Math.cos(bearing)))) : 0,
      longitude: isAround
        ? toHundredths(toDegrees(Math.atan2(SINE_OF_RADIUS * Math.sin(bearing), COSINE_OF_RADIUS)))
        : 0,
    };
  });
  return [{ zone: ZONES[0], people: residents }];
}

const userIdOf = (number: number): string => `0199a000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

const toDegrees = (radians: number): number => (radians * 180) / Math.PI;

const toHundredths = (degrees: number): number => Math.round(degrees * 100) / 100;

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruential generator). */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
