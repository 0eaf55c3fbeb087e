import { canonicalZone } from '../../../../platform/days/time-zone.ts';

/** A collection whose records become rows again. All others are kept as history. */
export type Restoration = {
  table: string;
  /** Its columns but `id` and `user_id`. */
  columns: readonly string[];
  /** Fields that name a record of another collection, and whether a row can be without. */
  references?: Readonly<Record<string, { collection: string; isRequired: boolean }>>;
};

const TIMES = ['created_at', 'updated_at'];
/** Fields of restored rows, which are never in the future. */
export const INSTANTS: ReadonlySet<string> = new Set([...TIMES, 'played_at', 'written_at']);
/** Dates of restored rows, at most tomorrow. A goal's target may be later. */
export const DATES = ['entry_date', 'check_in_date', 'created_date', 'sleep_date', 'note_date'] as const;

/** What has no effect on others, on money, or on rules about activity. `is_imported` excludes rows from engagement. */
export const RESTORATIONS: Readonly<Record<string, Restoration>> = {
  'goals/goals': { table: 'goal', columns: ['title', 'description', 'target_date', 'status', ...TIMES] },
  'goals/check-ins': {
    table: 'goal_check_in',
    columns: ['goal_id', 'status', 'notes', 'check_in_date', 'created_date', ...TIMES],
    references: { goal_id: { collection: 'goals/goals', isRequired: true } },
  },
  'wellbeing/satisfaction': {
    table: 'satisfaction_entry',
    columns: ['score', 'note', 'entry_date', 'is_imported', ...TIMES],
  },
  'wellbeing/sleep': {
    table: 'sleep_entry',
    columns: ['sleep_date', 'hours', 'quality', 'note', 'is_imported', ...TIMES],
  },
  'wellbeing/action-notes': {
    table: 'action_note',
    columns: ['content', 'goal_id', 'note_date', 'created_date', 'is_imported', ...TIMES],
    references: { goal_id: { collection: 'goals/goals', isRequired: false } },
  },
  'music/plays': { table: 'music_play', columns: ['track_id', 'source', 'played_at', 'created_at'] },
};

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
