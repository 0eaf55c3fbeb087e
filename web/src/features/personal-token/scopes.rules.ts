import type { components } from '@meadow/client';

export type TokenScope = components['schemas']['TokenScope'];

export const SCOPE_GROUPS = ['journal', 'you', 'others', 'news', 'server'] as const;
export type ScopeGroup = (typeof SCOPE_GROUPS)[number];

/** Where the form shows each scope, in this order. */
const GROUP_OF: Readonly<Record<TokenScope, ScopeGroup>> = {
  'journal:read': 'journal',
  'journal:write': 'journal',
  goals: 'you',
  wellbeing: 'you',
  music: 'you',
  'profile:read': 'others',
  workout: 'others',
  drops: 'others',
  groups: 'others',
  chat: 'others',
  mail: 'others',
  'tone-packs': 'others',
  lab: 'others',
  notifications: 'news',
  events: 'news',
  'admin:read': 'server',
};

const SCOPES = Object.keys(GROUP_OF) as TokenScope[];

/** The scopes that a user can grant, by group. */
export function scopesByGroup(isSuperAdmin: boolean): { group: ScopeGroup; scopes: TokenScope[] }[] {
  const granted = SCOPES.filter((scope) => isSuperAdmin || !scope.startsWith('admin:'));
  return SCOPE_GROUPS.map((group) => ({
    group,
    scopes: granted.filter((scope) => GROUP_OF[scope] === group),
  })).filter(({ scopes }) => scopes.length > 0);
}

/** The scopes that a link chooses (`journal:read,goals`). Leaves out what is none. */
export function parseScopes(text: string | undefined): TokenScope[] {
  const names = new Set(text?.split(','));
  return SCOPES.filter((scope) => names.has(scope));
}

/** In the order of the form, as in all lists of scopes. */
export function sortScopes(scopes: readonly TokenScope[]): TokenScope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}
