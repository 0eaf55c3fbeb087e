/**
 * The collections of the API. A 201 at `path` returns one or several records of `kind` as `answeredAs`. A parameter directly after `path`
 * is the field `idField` of a record. A feature adds its collections here.
 */
const COLLECTIONS = [
  { path: '/api/organizations', kind: 'org', answeredAs: 'organization' },
  { path: '/api/organizations/{id}/members', kind: 'org member', answeredAs: 'member', idField: 'user_id' },
  { path: '/api/organizations/{id}/invitations', kind: 'invitation to an organization', answeredAs: 'invitation' },
  { path: '/api/teams/{id}/invitations', kind: 'invitation to a team', answeredAs: 'invitation' },
  { path: '/api/invitations', kind: 'own invitation', answeredAs: 'invitation' },
  { path: '/api/teams', kind: 'team', answeredAs: 'team' },
  { path: '/api/teams/{id}/members', kind: 'team member', answeredAs: 'member', idField: 'user_id' },
  // The rooms of organizations.
  { path: '/api/chat/rooms', kind: 'org', answeredAs: 'room' },
  { path: '/api/chat/rooms/{id}/messages', kind: 'chat message', answeredAs: 'message' },
  { path: '/api/journal', kind: 'entry', answeredAs: 'entry' },
  { path: '/api/media', kind: 'photo', answeredAs: 'media' },
  { path: '/api/notebooks', kind: 'notebook', answeredAs: 'notebook' },
  { path: '/api/trash', kind: 'trashed record', answeredAs: 'item' },
  { path: '/api/goals', kind: 'goal', answeredAs: 'goal' },
  { path: '/api/goals/{id}/check-ins', kind: 'goal check-in', answeredAs: 'check_in' },
  { path: '/api/satisfaction-entries', kind: 'satisfaction entry', answeredAs: 'satisfaction_entry' },
  { path: '/api/action-notes', kind: 'action note', answeredAs: 'action_note' },
  { path: '/api/sleep-entries', kind: 'sleep entry', answeredAs: 'sleep_entry' },
  { path: '/api/notifications', kind: 'notification', answeredAs: 'notification' },
  { path: '/api/user/tokens', kind: 'personal token', answeredAs: 'token' },
  { path: '/api/user/webhooks', kind: 'webhook', answeredAs: 'webhook' },
  { path: '/api/organizations/{id}/webhooks', kind: 'webhook of an organization', answeredAs: 'webhook' },
  { path: '/api/user/webhooks/{webhookId}/test', kind: 'webhook delivery', answeredAs: 'delivery' },
  { path: '/api/user/webhooks/{webhookId}/deliveries', kind: 'webhook delivery', answeredAs: 'delivery' },
  {
    path: '/api/organizations/{id}/webhooks/{webhookId}/test',
    kind: 'webhook delivery of an organization',
    answeredAs: 'delivery',
  },
  {
    path: '/api/organizations/{id}/webhooks/{webhookId}/deliveries',
    kind: 'webhook delivery of an organization',
    answeredAs: 'delivery',
  },
  { path: '/api/workout-window/checkin', kind: 'check-in', answeredAs: 'checkin' },
  { path: '/api/workout-window/admin/checkins', kind: 'check-in', answeredAs: 'checkin' },
  { path: '/api/workout-window/admin/ai-users', kind: 'synthetic user', answeredAs: 'user' },
  { path: '/api/workout-window/admin/ai-users/generate', kind: 'synthetic user', answeredAs: 'users' },
  { path: '/api/admin/drops/transactions', kind: 'purchase', answeredAs: 'transaction' },
  { path: '/api/tone-packs', kind: 'tone pack', answeredAs: 'pack' },
  { path: '/api/tone-packs/{id}/share', kind: 'tone pack share', answeredAs: 'share', idField: 'user_id' },
  { path: '/api/encouragement-drops/received', kind: 'drop', answeredAs: 'drop' },
  { path: '/api/encouragement-drops/admin/templates', kind: 'drop template', answeredAs: 'template' },
  { path: '/api/lab/templates', kind: 'lab template', answeredAs: 'template' },
  { path: '/api/lab/templates/{id}/clone', kind: 'lab template', answeredAs: 'template' },
  { path: '/api/lab/templates/{id}/videos', kind: 'lab video', answeredAs: 'video' },
  { path: '/api/lab/admin/templates', kind: 'lab template', answeredAs: 'template' },
  { path: '/api/lab/admin/videos', kind: 'lab video', answeredAs: 'video' },
  { path: '/api/lab/competitions', kind: 'competition', answeredAs: 'competition' },
  { path: '/api/lab/admin/competitions', kind: 'competition', answeredAs: 'competition' },
  { path: '/api/lab/sponsors', kind: 'sponsor', answeredAs: 'sponsor' },
  { path: '/api/lab/admin/sponsors', kind: 'sponsor', answeredAs: 'sponsor' },
  { path: '/api/lab/opportunities', kind: 'opportunity', answeredAs: 'opportunity' },
  { path: '/api/lab/admin/opportunities', kind: 'opportunity', answeredAs: 'opportunity' },
  { path: '/api/reports', kind: 'report', answeredAs: 'report' },
  { path: '/api/admin/reports', kind: 'report', answeredAs: 'report' },
  { path: '/api/admin/waitlist', kind: 'waitlist entry', answeredAs: 'waitlist_entry' },
  { path: '/api/admin/invitations', kind: 'invitation to sign up', answeredAs: 'invitation' },
  { path: '/api/admin/outbox', kind: 'outgoing mail', answeredAs: 'mail' },
  { path: '/api/user/exports', kind: 'export', answeredAs: 'export' },
  { path: '/media', kind: 'file', answeredAs: 'file' },
  { path: '/api/user/import', kind: 'import', answeredAs: 'import' },
  { path: '/api/user/imports', kind: 'import', answeredAs: 'import' },
  { path: '/api/music/tracks', kind: 'track', answeredAs: 'track' },
] as const satisfies readonly { path: string; kind: string; answeredAs: string; idField?: string }[];

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
