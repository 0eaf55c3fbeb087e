import { hasPlace, PLACES, type Place } from '../../app/places.ts';

type Subject = { kind: string; target: { type: string; id: string } | null; data: Readonly<Record<string, unknown>> };

/** A route of this client, and where it is opened: its path and its query. */
export type Screen = { route: string; path: string; search?: Readonly<Record<string, string>> };

const ROUTE_OF_KIND = mapOf({
  music_reconnect: '/music',
  sign_in_changed: '/me/security',
  mail_unreadable: '/me/mail',
  mails_left_out: '/me/mail',
});

/** The screen of a target that needs no id. */
const ROUTE_OF_TARGET = mapOf({
  export: '/me/export',
  import: '/me/import',
  invitation: '/invitation',
  // There are no screens of reports. Who is blocked is here.
  report: '/me/privacy',
});

/** The screen of a target, with `$id` for its id. */
const ROUTE_WITH_ID = mapOf({
  battle: '/battle/$week',
  chat_room: '/chat/$room',
  entry: '/journal/$entryId',
  goal: '/goals/$goalId',
  webhook: '/me/webhooks/$webhookId',
});

/** Where a target without a screen of its own is to be seen: in the first of these places that has a screen. */
const PLACES_OF_TARGET: ReadonlyMap<string, readonly Place[]> = new Map(
  Object.entries({
    badge: ['badges', 'people'],
    chain: ['relay'],
    check_in: ['relay'],
    drop: ['encouragement', 'people'],
    experiment: ['lab'],
    opportunity: ['lab'],
    organization: ['organizations'],
    team: ['organizations'],
    tone_pack: ['tonePacks', 'wallet'],
    transaction: ['wallet'],
    webhook: ['organizations'],
  } satisfies Record<string, readonly Place[]>),
);

/** The places where a target is to be seen, nearest first. Undefined for a target that needs none. */
export const placesOfTarget = (type: string): readonly Place[] | undefined => PLACES_OF_TARGET.get(type);

/** The screen of what a notification is about. Null if there is none. `today` is the date of the user. */
export function screenOf({ kind, target, data }: Subject, today: string): Screen | null {
  if (data.change === 'token_created') return { route: '/me/tokens', path: '/me/tokens' };
  // That of an organization has no screen of its own.
  if (target?.type === 'webhook' && data.org_id !== undefined) return nearestScreen(target.type);
  if (target?.type === 'notebook') {
    return { route: '/journal', path: '/journal', search: { scope: 'shared', notebook: target.id } };
  }
  // Today shows no other day, and says when the next window opens.
  if (target?.type === 'chain' || target?.type === 'check_in') {
    const nearest = data.date === today ? null : nearestScreen(target.type);
    return nearest ?? { route: '/today', path: '/today' };
  }
  const withId = target === null ? undefined : ROUTE_WITH_ID.get(target.type);
  if (withId !== undefined && target !== null) {
    return { route: withId, path: withId.replace(/\$\w+/, encodeURIComponent(target.id)) };
  }
  const route = target === null ? ROUTE_OF_KIND.get(kind) : ROUTE_OF_TARGET.get(target.type);
  if (route !== undefined) return { route, path: route };
  return target === null ? null : nearestScreen(target.type);
}

function nearestScreen(type: string): Screen | null {
  const place = placesOfTarget(type)?.find(hasPlace);
  const path = place === undefined ? null : PLACES[place];
  return path === null ? null : { route: path, path };
}

/** What the user can answer in the row itself. */
export type Decision =
  | { what: 'membership'; group: 'organization' | 'team'; id: string }
  | { what: 'ownership'; group: 'organization'; id: string };

/** The groups of the user, as `GET /api/me` tells them. */
export type Groups = {
  organizations: readonly { id: string; user_role: string; is_accepted: boolean }[];
  teams: readonly { id: string; is_accepted: boolean }[];
};

/** How the user belongs to the group that a notification is about. */
export function membershipOf(
  target: Subject['target'],
  { organizations, teams }: Groups,
): 'pending' | 'accepted' | 'none' {
  const groups: Groups['teams'] =
    target?.type === 'team' ? teams : target?.type === 'organization' ? organizations : [];
  const group = groups.find(({ id }) => id === target?.id);
  if (group === undefined) return 'none';
  return group.is_accepted ? 'accepted' : 'pending';
}

/** What a notification asks for, if it can still be answered. */
export function decisionOf({ kind, target }: Subject, groups: Groups): Decision | null {
  if (target === null || (target.type !== 'organization' && target.type !== 'team')) return null;
  const { type: group, id } = target;
  if (kind === 'added_to_group') {
    return membershipOf(target, groups) === 'pending' ? { what: 'membership', group, id } : null;
  }
  // Whether it was accepted, only the server knows. To accept it again changes nothing.
  const isOwner = groups.organizations.some((one) => one.id === id && one.user_role === 'owner');
  return kind === 'ownership_received' && isOwner ? { what: 'ownership', group: 'organization', id } : null;
}

/** The id of the drop that a row shows: there is no screen for received drops. */
export function dropOf({ target }: Subject): string | null {
  return target?.type === 'drop' && !hasPlace('encouragement') ? target.id : null;
}

function mapOf(routes: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(routes));
}
