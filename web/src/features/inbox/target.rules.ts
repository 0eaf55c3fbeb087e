type Subject = { kind: string; target: { type: string; id: string } | null; data: Readonly<Record<string, unknown>> };

/** A route of this client, and the path that it has here. */
export type Screen = { route: string; path: string };

const ROUTE_OF_KIND = mapOf({
  music_reconnect: '/music',
  sign_in_changed: '/me/security',
  mail_unreadable: '/me/mail',
  mails_left_out: '/me/mail',
});

/** The screen of a target that needs no id, or that is part of a screen. */
const ROUTE_OF_TARGET = mapOf({
  chain: '/today',
  check_in: '/today',
  export: '/me/export',
  goal: '/goals',
  import: '/me/import',
  webhook: '/me/webhooks',
});

/** The screen of what a notification is about. Null if there is none in sight. */
export function screenOf({ kind, target, data }: Subject): Screen | null {
  if (data.change === 'token_created') return { route: '/me/tokens', path: '/me/tokens' };
  // There are no screens of organizations.
  if (target?.type === 'webhook' && data.org_id !== undefined) return null;
  if (target?.type === 'entry') {
    return { route: '/journal/$entryId', path: `/journal/${encodeURIComponent(target.id)}` };
  }
  if (target?.type === 'chat_room') {
    return { route: '/chat/$room', path: `/chat/${encodeURIComponent(target.id)}` };
  }
  const route = target === null ? ROUTE_OF_KIND.get(kind) : ROUTE_OF_TARGET.get(target.type);
  return route === undefined ? null : { route, path: route };
}

function mapOf(routes: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(routes));
}
