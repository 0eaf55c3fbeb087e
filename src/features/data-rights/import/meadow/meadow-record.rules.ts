import { canonicalZone } from '#platform/days/time-zone.ts';

/** The key of a record of a collection. */
export function sourceIdOf(collection: string, record: Readonly<Record<string, unknown>>): string {
  return `${collection} ${typeof record.id === 'string' ? record.id : JSON.stringify(record)}`;
}

const MAX_THEME_LENGTH = 50;
const SWITCHES = ['notifications', 'mosaic_photo', 'leaderboard', 'step_prompts'];

/** The preferences that an import restores. Consents, such as to emails, are given again. */
export function pickImportedPreferences(
  preferences: unknown,
  isDayStart: (value: unknown) => value is string,
): Record<string, unknown> {
  const given = (typeof preferences === 'object' && preferences !== null ? preferences : {}) as Record<string, unknown>;
  const { theme, timezone, day_start } = given;
  const zone = typeof timezone === 'string' ? canonicalZone(timezone) : null;
  return {
    ...(typeof theme === 'string' && theme.length <= MAX_THEME_LENGTH && { theme }),
    ...(zone !== null && { timezone: zone }),
    ...(isDayStart(day_start) && { day_start }),
    ...Object.fromEntries(SWITCHES.flatMap((name) => (typeof given[name] === 'boolean' ? [[name, given[name]]] : []))),
  };
}
