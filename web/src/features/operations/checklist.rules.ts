import type { components } from '@meadow/client';

export type Setup = components['schemas']['Setup'];

/** The points of the checklist: those that a server for others needs, and those that add something. */
export const NEEDED = ['address', 'mail', 'backups', 'signUp'] as const;
export const OPTIONAL = ['ai', 'music', 'payments'] as const;

export type Point = (typeof NEEDED)[number] | (typeof OPTIONAL)[number];

/** `done`; `open`: to be done before others join; `off`: works without it. */
export type PointState = 'done' | 'open' | 'off';

const BACKUP_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export function stateOf(point: Point, setup: Setup, now: number): PointState {
  switch (point) {
    case 'address':
      return setup.is_encrypted ? 'done' : 'open';
    case 'mail':
      return setup.services.mail ? 'done' : 'open';
    case 'backups':
      return isBackedUp(setup, now) ? 'done' : 'open';
    case 'signUp':
      // A choice that any value answers.
      return 'done';
    case 'ai':
      return setup.services.ai ? 'done' : 'off';
    case 'music':
      return setup.services.music ? 'done' : 'off';
    case 'payments':
      return setup.services.payment ? 'done' : 'off';
  }
}

/** A server that has made none yet makes the first one itself, if backups are scheduled. */
function isBackedUp({ last_backup_at: last, next_backup_at: next }: Setup, now: number): boolean {
  return last === null ? next !== null : now - Date.parse(last) < BACKUP_AGE_MS;
}

/** How many of the needed points are open. */
export function countOpen(setup: Setup, now: number): number {
  return NEEDED.filter((point) => stateOf(point, setup, now) === 'open').length;
}
