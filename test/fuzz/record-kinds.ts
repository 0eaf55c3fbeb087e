/**
 * The collections of the API. A 201 at `path` returns one or several records of `kind` as `responseKey`. A parameter directly after `path`
 * is the field `idField` of a record. A feature adds its collections here.
 */
const COLLECTIONS = [
  { path: '/api/organizations', kind: 'org', responseKey: 'organization' },
  { path: '/api/organizations/{id}/members', kind: 'org member', responseKey: 'member', idField: 'user_id' },
  { path: '/api/organizations/{id}/invitations', kind: 'invitation to an organization', responseKey: 'invitation' },
  { path: '/api/teams/{id}/invitations', kind: 'invitation to a team', responseKey: 'invitation' },
  { path: '/api/invitations', kind: 'own invitation', responseKey: 'invitation' },
  { path: '/api/teams', kind: 'team', responseKey: 'team' },
  { path: '/api/teams/{id}/members', kind: 'team member', responseKey: 'member', idField: 'user_id' },
  // The rooms of organizations.
  { path: '/api/chat/rooms', kind: 'org', responseKey: 'room' },
  { path: '/api/chat/rooms/{id}/messages', kind: 'chat message', responseKey: 'message' },
  { path: '/api/journal', kind: 'entry', responseKey: 'entry' },
  { path: '/api/media', kind: 'photo', responseKey: 'media' },
  { path: '/api/notebooks', kind: 'notebook', responseKey: 'notebook' },
  { path: '/api/trash', kind: 'trashed record', responseKey: 'item' },
  { path: '/api/goals', kind: 'goal', responseKey: 'goal' },
  { path: '/api/goals/{id}/check-ins', kind: 'goal check-in', responseKey: 'check_in' },
  { path: '/api/satisfaction-entries', kind: 'satisfaction entry', responseKey: 'satisfaction_entry' },
  { path: '/api/action-notes', kind: 'action note', responseKey: 'action_note' },
  { path: '/api/sleep-entries', kind: 'sleep entry', responseKey: 'sleep_entry' },
  { path: '/api/notifications', kind: 'notification', responseKey: 'notification' },
  { path: '/api/user/tokens', kind: 'personal token', responseKey: 'token' },
  { path: '/api/user/webhooks', kind: 'webhook', responseKey: 'webhook' },
  { path: '/api/organizations/{id}/webhooks', kind: 'webhook of an organization', responseKey: 'webhook' },
  { path: '/api/user/webhooks/{webhookId}/test', kind: 'webhook delivery', responseKey: 'delivery' },
  { path: '/api/user/webhooks/{webhookId}/deliveries', kind: 'webhook delivery', responseKey: 'delivery' },
  {
    path: '/api/organizations/{id}/webhooks/{webhookId}/test',
    kind: 'webhook delivery of an organization',
    responseKey: 'delivery',
  },
  {
    path: '/api/organizations/{id}/webhooks/{webhookId}/deliveries',
    kind: 'webhook delivery of an organization',
    responseKey: 'delivery',
  },
  { path: '/api/workout-window/checkin', kind: 'check-in', responseKey: 'checkin' },
  { path: '/api/workout-window/admin/checkins', kind: 'check-in', responseKey: 'checkin' },
  { path: '/api/workout-window/admin/ai-users', kind: 'synthetic user', responseKey: 'user' },
  { path: '/api/workout-window/admin/ai-users/generate', kind: 'synthetic user', responseKey: 'users' },
  { path: '/api/admin/drops/transactions', kind: 'purchase', responseKey: 'transaction' },
  { path: '/api/tone-packs', kind: 'tone pack', responseKey: 'pack' },
  { path: '/api/tone-packs/{id}/share', kind: 'tone pack share', responseKey: 'share', idField: 'user_id' },
  { path: '/api/encouragement-drops/received', kind: 'drop', responseKey: 'drop' },
  { path: '/api/encouragement-drops/admin/templates', kind: 'drop template', responseKey: 'template' },
  { path: '/api/lab/templates', kind: 'lab template', responseKey: 'template' },
  { path: '/api/lab/templates/{id}/clone', kind: 'lab template', responseKey: 'template' },
  { path: '/api/lab/templates/{id}/videos', kind: 'lab video', responseKey: 'video' },
  { path: '/api/lab/admin/templates', kind: 'lab template', responseKey: 'template' },
  { path: '/api/lab/admin/videos', kind: 'lab video', responseKey: 'video' },
  { path: '/api/lab/competitions', kind: 'competition', responseKey: 'competition' },
  { path: '/api/lab/admin/competitions', kind: 'competition', responseKey: 'competition' },
  { path: '/api/lab/sponsors', kind: 'sponsor', responseKey: 'sponsor' },
  { path: '/api/lab/admin/sponsors', kind: 'sponsor', responseKey: 'sponsor' },
  { path: '/api/lab/opportunities', kind: 'opportunity', responseKey: 'opportunity' },
  { path: '/api/lab/admin/opportunities', kind: 'opportunity', responseKey: 'opportunity' },
  { path: '/api/reports', kind: 'report', responseKey: 'report' },
  { path: '/api/admin/reports', kind: 'report', responseKey: 'report' },
  { path: '/api/admin/waitlist', kind: 'waitlist entry', responseKey: 'waitlist_entry' },
  { path: '/api/admin/invitations', kind: 'invitation to sign up', responseKey: 'invitation' },
  { path: '/api/admin/outbox', kind: 'outgoing mail', responseKey: 'mail' },
  { path: '/api/user/exports', kind: 'export', responseKey: 'export' },
  { path: '/media', kind: 'file', responseKey: 'file' },
  { path: '/api/user/import', kind: 'import', responseKey: 'import' },
  { path: '/api/user/imports', kind: 'import', responseKey: 'import' },
  { path: '/api/music/tracks', kind: 'track', responseKey: 'track' },
] as const satisfies readonly { path: string; kind: string; responseKey: string; idField?: string }[];

/** The fields of bodies and queries that contain an id. A feature adds its fields here. */
const FIELDS = {
  notebook_id: 'notebook',
  entry_id: 'entry',
  message_id: 'chat message',
  photo_ids: 'photo',
  team_id: 'team',
  org_id: 'org',
  goal_id: 'goal',
  user_id: 'person',
  recipient_id: 'person',
  // Drops are sent without this field.
  template_id: 'lab template',
  user_ids: 'person',
  new_owner_id: 'org member',
  admin_id: 'org member',
  opt_out: 'unsubscribe link',
} as const;

type Collection = (typeof COLLECTIONS)[number];

/** The kinds of records that an id can identify. */
export type RecordKind = Collection['kind'] | (typeof FIELDS)[keyof typeof FIELDS] | 'person' | 'sponsor on the wall';

export function collectionAt(path: string): Collection | undefined {
  return COLLECTIONS.find((collection) => collection.path === path);
}

/** Returns the parameters of a path in order with their kind, which is `person` if the path belongs to no collection. */
export function parametersOf(path: string): { name: string; kind: RecordKind }[] {
  return [...path.matchAll(/\/\{(\w+)\}/g)].map(({ 1: name = '', index }) => ({
    name,
    kind: collectionAt(path.slice(0, index))?.kind ?? 'person',
  }));
}

export function kindOfField(name: string): RecordKind | undefined {
  return Object.entries(FIELDS).find(([field]) => field === name)?.[1];
}
