/** What a personal access token can permit, by scope. A scope to write does not include that to read. */
export const TOKEN_SCOPES = {
  'profile:read': 'Read your profile and those of others',
  'journal:read': 'Read and search your entries and those shared with you, notebooks, tags, analyses and the trash',
  'journal:write': 'Write, change, share and delete entries and notebooks, and upload their photos',
  goals: 'Read and change goals and their check-ins',
  wellbeing: 'Read and change satisfaction entries, action notes and sleep entries',
  workout: 'Read and change the workout window; check in; read chains, mosaics and battles',
  drops: 'Read the balance and the badges; read and send encouragement drops',
  'tone-packs': 'Read, create, share and activate tone packs, but not buy them',
  groups: 'Read and change organizations, teams, members and invitations; find users; report content',
  chat: 'Read and write messages in the rooms of your squads, teams and organizations',
  notifications: 'Read and delete notifications, and change which ones you get',
  events: 'Follow live events',
  music: 'Read plays, and sync them',
  mail: 'Send emails to other users',
  lab: 'Read and change experiments, competitions and opportunities',
  'admin:read': 'Read what administration shows, while you are a super admin',
} as const;

export type TokenScope = keyof typeof TOKEN_SCOPES;
export const TOKEN_SCOPE_NAMES = Object.keys(TOKEN_SCOPES) as TokenScope[];

/** The personal access token that a request was made with. */
export type TokenFacts = { id: string; scopes: ReadonlySet<string> };
