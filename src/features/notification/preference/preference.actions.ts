import type { Actor } from '#access/actor.ts';
import type { NotificationDeps } from '../deps.ts';
import { declarationOf, KIND_NAMES } from '../notification/kind.schema.ts';
import { preferenceOf } from '../notification/notify.rules.ts';
import { type NotificationPreferences, type PreferencesChange, preferenceErrors } from './preference.schema.ts';
import {
  deleteQuietHours,
  findPreferences,
  type StoredPreferences,
  upsertKinds,
  upsertQuietHours,
} from './preference.store.ts';

type PreferenceDeps = Pick<NotificationDeps, 'db'>;

/** What the actor gets of each kind, and the actor's quiet hours. */
export async function readPreferences(deps: PreferenceDeps, actor: Actor): Promise<NotificationPreferences> {
  return viewOf(await findPreferences(deps.db, actor.userId));
}

/** Changes the given kinds and quiet hours. Everything else stays. */
export async function changePreferences(
  deps: PreferenceDeps,
  { userId }: Actor,
  { kinds = [], quiet_hours: quietHours }: PreferencesChange,
): Promise<NotificationPreferences> {
  if (kinds.some(({ kind, inbox }) => inbox === false && declarationOf(kind).isRequired)) {
    throw preferenceErrors.kindRequired();
  }
  if (quietHours && quietHours.start === quietHours.end) throw preferenceErrors.quietHoursEmpty();
  const changed = new Map(kinds.map((change) => [change.kind, change]));
  const stored = await deps.db.transaction().execute(async (tx) => {
    if (changed.size > 0) await upsertKinds(tx, userId, [...changed.values()]);
    if (quietHours) await upsertQuietHours(tx, userId, quietHours);
    if (quietHours === null) await deleteQuietHours(tx, userId);
    return findPreferences(tx, userId);
  });
  return viewOf(stored);
}

function viewOf({ kinds, quiet_hours }: StoredPreferences): NotificationPreferences {
  return {
    kinds: KIND_NAMES.map((kind) => {
      const { category, isRequired: is_required = false } = declarationOf(kind);
      return { kind, category, ...preferenceOf(kind, kinds[kind]), is_required };
    }),
    quiet_hours,
  };
}
