import { CITIES, type City, REGIONS, type Region } from './city.rules.ts';
import { displayNames } from './name.rules.ts';

export const ACTIVITIES = ['cardio', 'strength', 'walk', 'meditation', 'reading', 'homework', 'other'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** Slots of two hours in local time. A window fills its slot. */
export const WINDOW_SLOTS = ['6-8', '8-10', '12-14', '14-16', '16-18', '18-20'] as const;
export type WindowSlot = (typeof WINDOW_SLOTS)[number];

/** The relative share of each key. Shares need not sum to 100; a missing key has none. */
export type Shares<Key extends string> = Readonly<Partial<Record<Key, number>>>;

export type GenerationConfig = {
  regions: Shares<Region>;
  activities: Shares<Activity>;
  windowSlots: Shares<WindowSlot>;
  /** The probability of a check-in in percent, 0 to 100. */
  checkInProbability: number;
};

const DEFAULT_CONFIG: GenerationConfig = {
  regions: { 'West Coast': 25, 'East Coast': 30, Midwest: 20, South: 15, 'Mountain West': 10 },
  activities: { cardio: 30, strength: 25, walk: 20, meditation: 10, reading: 10, homework: 3, other: 2 },
  windowSlots: { '6-8': 15, '8-10': 10, '12-14': 20, '14-16': 15, '16-18': 25, '18-20': 15 },
  checkInProbability: 85,
};

export type SyntheticIdentity = {
  displayName: string;
  region: Region;
  city: string;
  state: string;
  country: 'US';
  latitude: number;
  longitude: number;
  timezone: string;
  activityType: Activity;
  /** Name of the activity if the type is `other`. */
  customActivity: string | null;
  /** HH:MM in local time. */
  windowStartTime: string;
  windowEndTime: string;
  checkInProbability: number;
};

const OTHER_ACTIVITIES = [
  'gardening',
  'drawing',
  'cooking',
  'piano practice',
  'language practice',
  'tidying up',
] as const;

/** Far above any percentage, and small enough for exact arithmetic. */
const MAX_SHARE = 1_000_000;
/** Chains stay within a city, so a city gets several users before the next one is used. */
const PEOPLE_BEFORE_NEXT_CITY = 6;
/** Maximum distance of a user from the centre of the city, in each direction. */
const CITY_RADIUS_DEGREES = 0.04;

/** Returns the default configuration with changes. A distribution is replaced as a whole. */
export function configWith(changes: Partial<GenerationConfig>): GenerationConfig {
  return { ...DEFAULT_CONFIG, ...changes };
}

/** Whether each distribution has a positive share, and no share is negative or too large. */
export function isUsableConfig({ regions, activities, windowSlots, checkInProbability }: GenerationConfig): boolean {
  return (
    isDistribution(REGIONS, regions) &&
    isDistribution(ACTIVITIES, activities) &&
    isDistribution(WINDOW_SLOTS, windowSlots) &&
    checkInProbability >= 0 &&
    checkInProbability <= 100
  );
}

function isDistribution<Key extends string>(keys: readonly Key[], shares: Shares<Key>): boolean {
  const parts = keys.map((key) => shares[key] ?? 0);
  return parts.every((part) => part >= 0 && part <= MAX_SHARE) && parts.some((part) => part > 0);
}

/**
 * Distributes `count` by shares as integers that sum to `count`, by the largest remainder method. Ties go to the first of
 * `keys`.
 */
export function distribute<Key extends string>(
  count: number,
  keys: readonly Key[],
  shares: Shares<Key>,
): Map<Key, number> {
  const total = keys.reduce((sum, key) => sum + (shares[key] ?? 0), 0);
  const due = keys.map((key) => {
    const exact = (count * (shares[key] ?? 0)) / total;
    return { key, whole: Math.floor(exact), remainder: exact - Math.floor(exact) };
  });
  const rest = count - due.reduce((sum, { whole }) => sum + whole, 0);
  const first = new Set(due.toSorted((one, other) => other.remainder - one.remainder).slice(0, rest));
  return new Map(due.map((part) => [part.key, part.whole + (first.has(part) ? 1 : 0)]));
}

/**
 * Generates identities with exact shares of regions, activities and slots, and unique names. Deterministic for the same draws.
 *
 * The configuration must be usable (`isUsableConfig`); `count` is at most 4,096.
 */
export function generateIdentities(count: number, config: GenerationConfig, draw: () => number): SyntheticIdentity[] {
  const names = displayNames(count, draw());
  const homes = [...distribute(count, REGIONS, config.regions)].flatMap(([region, inRegion]) =>
    homesIn(region, inRegion),
  );
  const activities = shuffle(repeat(distribute(count, ACTIVITIES, config.activities)), draw);
  const slots = shuffle(repeat(distribute(count, WINDOW_SLOTS, config.windowSlots)), draw);
  return homes.flatMap(({ region, city }, index) => {
    const [displayName, activityType, slot] = [names[index], activities[index], slots[index]];
    if (displayName === undefined || activityType === undefined || slot === undefined) return [];
    return {
      displayName,
      region,
      city: city.city,
      state: city.state,
      country: 'US',
      latitude: near(city.latitude, draw),
      longitude: near(city.longitude, draw),
      timezone: city.timezone,
      activityType,
      customActivity: activityType === 'other' ? pick(OTHER_ACTIVITIES, draw) : null,
      ...windowOf(slot),
      checkInProbability: config.checkInProbability,
    };
  });
}

function homesIn(region: Region, count: number): { region: Region; city: City }[] {
  const settled = CITIES[region].slice(0, Math.max(1, Math.floor(count / PEOPLE_BEFORE_NEXT_CITY)));
  return Array.from({ length: count }, (_, index) => settled[index % settled.length])
    .filter((city) => city !== undefined)
    .map((city) => ({ region, city }));
}

function windowOf(slot: WindowSlot): { windowStartTime: string; windowEndTime: string } {
  const [windowStartTime = '', windowEndTime = ''] = slot.split('-').map((hour) => `${hour.padStart(2, '0')}:00`);
  return { windowStartTime, windowEndTime };
}

function repeat<Key>(counts: ReadonlyMap<Key, number>): Key[] {
  return [...counts].flatMap(([key, count]) => Array.from({ length: count }, () => key));
}

/** Shuffles uniformly (Fisher-Yates). */
function shuffle<Item>(items: readonly Item[], draw: () => number): Item[] {
  const order = items.map((_, index) => index);
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(draw() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order.flatMap((index) => items[index] ?? []);
}

function near(degrees: number, draw: () => number): number {
  return Math.round((degrees + (2 * draw() - 1) * CITY_RADIUS_DEGREES) * 10_000) / 10_000;
}

function pick(choices: readonly string[], draw: () => number): string {
  return choices[Math.floor(draw() * choices.length)] ?? '';
}
