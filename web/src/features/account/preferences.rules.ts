import type { components } from '@meadow/client';
import { hasPlace, type Place } from '../../app/places.ts';

type Preferences = components['schemas']['NotificationPreferences'];
type Change = components['schemas']['NotificationPreferencesChange'];
type KindPreference = Preferences['kinds'][number];

/** The preferences after a change. Without the inbox a kind is not pushed either. */
export function applyChange(preferences: Preferences, change: Change): Preferences {
  const changes = new Map(change.kinds?.map((one) => [one.kind, one]));
  return {
    kinds: preferences.kinds.map((one) => {
      const { inbox = one.inbox, push = one.push } = changes.get(one.kind) ?? {};
      return { ...one, inbox, push: inbox && push };
    }),
    quiet_hours: change.quiet_hours === undefined ? preferences.quiet_hours : change.quiet_hours,
  };
}

/** The kinds by category, in the order given. */
export function byCategory(
  kinds: readonly KindPreference[],
): [category: KindPreference['category'], kinds: KindPreference[]][] {
  const groups = new Map<KindPreference['category'], KindPreference[]>();
  for (const one of kinds) groups.set(one.category, [...(groups.get(one.category) ?? []), one]);
  return [...groups];
}

/** Whether a kind can reach the user: notifications about parts without a screen, which only programs use, have no switches. */
export function isOffered(
  { kind, category }: Pick<KindPreference, 'kind' | 'category'>,
  hasWindow: boolean,
  has: (place: Place) => boolean = hasPlace,
): boolean {
  switch (category) {
    case 'chain':
      return has('checkIn') || hasWindow;
    case 'drops':
      return has('wallet');
    case 'packs':
      return has('tonePacks');
    case 'lab':
      return has('lab');
    default:
      return kind !== 'badge_reached' || has('badges');
  }
}
