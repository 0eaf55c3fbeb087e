/**
 * The table of tables: what each table of the database holds about users, and what export and deletion do with it. Deletion runs
 * from it, `docs/personal-data.md` is generated from it, and a test fails for a table or a column that is missing.
 */

/**
 * What deletion does with the rows in which a condition holds. Conditions and values are SQL with `:id` for the id of the erased user,
 * `:emails` for their email addresses in lower case, and `:erased_at` for the instant of the deletion.
 */
export type DeletionRule = {
  /** Columns that name a user, which the condition reads. */
  columns: readonly string[];
  where: string;
} & (
  | { action: 'erase' }
  /** Columns get new values. */
  | { action: 'anonymize'; set: Readonly<Record<string, string>>; reason: string }
  | { action: 'keep'; reason: string }
);

export type TablePolicy = {
  /** What a row is, in words for the user it is about. */
  holds: string;
  /** The collections of the export with these rows, or why there are none. Null if the table holds nothing about users. */
  export: string | readonly string[] | { omitted: string } | null;
  /** In this order. Empty if the table holds nothing about users. */
  deletion: readonly DeletionRule[];
  /** Columns with text, JSON, bytes or lists that deletion leaves as they are, and why they hold nothing about the erased user. */
  remains?: Readonly<Record<string, string>>;
};

/** The name shown for an erased user. */
const DELETED_USER = 'Deleted user';

const omitted = (reason: string) => ({ omitted: reason });
const erase = (column: string, where = `${column} = :id`): DeletionRule => ({
  columns: [column],
  where,
  action: 'erase',
});
const eraseByEmail = (column: string) => erase(column, `lower(${column}) = any (:emails)`);
const anonymize = (
  column: string,
  set: Record<string, string>,
  reason: string,
  where = `${column} = :id`,
): DeletionRule => ({ columns: [column], where, action: 'anonymize', set, reason });
/** For texts of at most `maxLength` characters, with the users that they mention. */
/** @param derived What is made from the text and is made again, as null. */
const anonymizeMentions = (texts: string, maxLength: number, derived: readonly string[] = []): DeletionRule =>
  anonymize(
    'mentions',
    {
      content: `left(regexp_replace(content, '@\\[[^]\\n]{1,200}\\]\\(' || :id::text || '\\)', '@[${DELETED_USER}](' || :id::text || ')', 'gi'), ${maxLength})`,
      mentions: `(
        select jsonb_agg(case when mention ->> 'user_id' = :id::text then mention || '{"name":"${DELETED_USER}"}' else mention end)
        from jsonb_array_elements(mentions) mention)`,
      ...Object.fromEntries(derived.map((column) => [column, 'null'])),
    },
    `Mentions in ${texts} of other users lose the name. Their other text is theirs.`,
    `mentions <> '[]' and mentions @> jsonb_build_array(jsonb_build_object('user_id', :id::text))`,
  );
const keep = (column: string, reason: string, where = `${column} = :id`): DeletionRule => ({
  columns: [column],
  where,
  action: 'keep',
  reason,
});
const noUser = (holds: string): TablePolicy => ({ holds, export: null, deletion: [] });

const COUNTER = omitted('A counter of a limit, without content.');
const SECRET = omitted('A secret of the sign-in, of no use outside of Meadow.');
const TECHNICAL = omitted('Delivery of what the export contains elsewhere.');
const BY_ID = 'An id that leads to a profile without a name.';
const EVENT_IDS = 'Ids, deleted within an hour.';
const EVENT_COLUMNS = { kind: 'A kind of event.', data: EVENT_IDS, coalesce_key: 'An id or a date.' };
const DECIDED_BY = 'The decision stays, without the super admin who made it.';

/** By table, in the order in which deletion works. */
export const PERSONAL_DATA: Readonly<Record<string, TablePolicy>> = {
  // The user's own records.
  journal_entry: {
    holds: 'Journal entries',
    export: 'journal/entries',
    deletion: [
      erase('user_id'),
      anonymizeMentions('entries', 100_000, ['search_title', 'search_text', 'search_source']),
    ],
    remains: {
      title: 'Of another user.',
      mood: 'Of another user.',
      emotional_tone: 'Of another user.',
      tags: 'Of another user.',
      music_track_id: 'Of another user.',
      background_key: 'Of another user.',
    },
  },
  journal_tag: {
    holds: 'Tags of entries, as first written',
    export: omitted('They are in the entries.'),
    deletion: [erase('user_id')],
  },
  notebook: { holds: 'Notebooks', export: 'journal/notebooks', deletion: [erase('user_id')] },
  trash: { holds: 'Deleted entries and notebooks, for 30 days', export: 'journal/trash', deletion: [erase('user_id')] },
  photo: { holds: 'Photos of entries', export: 'journal/photos', deletion: [erase('user_id')] },
  temporary_background: {
    holds: 'Generated images without an entry, for an hour',
    export: omitted('Deleted within hours.'),
    deletion: [erase('user_id')],
  },
  data_export: { holds: 'Exports, for a week', export: 'account/exports', deletion: [erase('user_id')] },
  imported_history: {
    holds: 'Records of an imported export that take no effect',
    export: omitted('They are in the collections that they came from.'),
    deletion: [erase('user_id')],
  },
  data_import: { holds: 'Imports', export: TECHNICAL, deletion: [erase('user_id')] },
  imported_record: { holds: 'Digests of imported records', export: TECHNICAL, deletion: [erase('user_id')] },
  imported_text: { holds: 'Amount of imported text and photos', export: COUNTER, deletion: [erase('user_id')] },
  goal_check_in: { holds: 'Check-ins of goals', export: 'goals/check-ins', deletion: [erase('user_id')] },
  action_note: { holds: 'Action notes', export: 'wellbeing/action-notes', deletion: [erase('user_id')] },
  goal: { holds: 'Goals', export: 'goals/goals', deletion: [erase('user_id')] },
  satisfaction_entry: { holds: 'Satisfaction entries', export: 'wellbeing/satisfaction', deletion: [erase('user_id')] },
  sleep_entry: { holds: 'Sleep entries', export: 'wellbeing/sleep', deletion: [erase('user_id')] },
  tombstone: {
    holds: 'Ids of deleted records, for clients that sync',
    export: omitted('Ids of records that no longer exist.'),
    deletion: [erase('user_id')],
  },

  // What the assistant and AI made of them.
  note_analysis: { holds: 'Analyses of notes', export: 'assistant/analyses', deletion: [erase('user_id')] },
  note_analysis_lease: { holds: 'A running analysis', export: TECHNICAL, deletion: [erase('user_id')] },
  assistant_batch: {
    holds: 'Ids of users in the current run of the assistant',
    export: TECHNICAL,
    deletion: [
      { columns: ['user_ids'], where: ':id = any (user_ids)', action: 'keep', reason: 'Ids, deleted with the run.' },
    ],
    remains: { job: 'The name of a job.', results: 'Counts of users.' },
  },
  ai_call_count: { holds: 'AI calls by day', export: COUNTER, deletion: [erase('user_id')] },
  text_count: { holds: 'Bytes of text sent on one day', export: COUNTER, deletion: [erase('user_id')] },
  token_usage: {
    holds: 'AI tokens and their cost',
    export: 'account/token-usage',
    deletion: [anonymize('user_id', { reference_id: 'null' }, `The operator's costs stay. ${BY_ID}`)],
    remains: { model: 'The name of a model.' },
  },

  // Music.
  music_oauth_state: { holds: 'A connection in progress', export: SECRET, deletion: [erase('user_id')] },
  music_account: { holds: 'The connected music account', export: 'music/account', deletion: [erase('user_id')] },
  music_play: { holds: 'Plays of tracks', export: ['music/plays', 'music/tracks'], deletion: [erase('user_id')] },
  music_track: { ...noUser('Tracks of the music service'), remains: { raw: 'The description by the music service.' } },

  // Workouts.
  workout_window: { holds: 'The workout window', export: 'workout/window', deletion: [erase('user_id')] },
  workout_location: { holds: 'The location', export: 'workout/location', deletion: [erase('user_id')] },
  synthetic_user: {
    holds: 'Settings of synthetic users, who are not people',
    export: omitted('A synthetic user is not a person.'),
    deletion: [erase('user_id')],
  },
  check_in: {
    holds: 'Workout check-ins',
    export: 'workout/check-ins',
    deletion: [
      anonymize(
        'user_id',
        {
          photo_key: 'null',
          tile_key: 'null',
          photo_digest: 'null',
          photo_fingerprint: 'null',
          photo_bits: 'null',
          photo_width: 'null',
          photo_height: 'null',
          photo_color: 'null',
          photo_timestamp: 'created_at',
          location_lat: 'null',
          location_lng: 'null',
          rejection_reason: `case when status = 'rejected' then 'Erased' end`,
          activity_type: `'other'`,
          timezone: `'UTC'`,
        },
        `The days and chips of past chains and battles stay. ${BY_ID}`,
      ),
    ],
    remains: { match_group: 'The group of the chain, as of its other members.' },
  },
  chain: {
    holds: 'Positions in the chains of past dates',
    export: 'workout/chains',
    deletion: [
      keep('user_id', `Past chains stay. ${BY_ID}`),
      keep('before_user_id', `Past chains stay. ${BY_ID}`),
      keep('after_user_id', `Past chains stay. ${BY_ID}`),
    ],
    remains: { match_group: 'The group of the chain, as of its other members.' },
  },
  squad: {
    holds: 'Squads of past dates',
    export: 'workout/squads',
    deletion: ['user_1_id', 'user_2_id', 'user_3_id'].map((column) => keep(column, `Past squads stay. ${BY_ID}`)),
  },
  mosaic: {
    holds: 'Mosaics: a tile for each user in a chain',
    export: omitted('A picture of many users. Check-ins are exported with their photos.'),
    deletion: [
      {
        columns: ['mosaic_data'],
        where: `mosaic_data @> jsonb_build_array(jsonb_build_object('userId', :id::text))`,
        action: 'keep',
        reason: `Tiles stay by id. Pictures are drawn again, without the user's photo.`,
      },
    ],
    remains: { image_key: 'The key of a picture, replaced when it is drawn again.' },
  },
  battle: {
    ...noUser('Weekly battles: sums of the teams'),
    remains: { battle_result: 'Figures and texts about the teams.', daily_stats: 'Figures of the teams.' },
  },

  // Encouragement.
  drop_sent: {
    holds: 'Encouragement drops, sent and received',
    export: ['encouragement/drops-sent', 'encouragement/drops-received'],
    deletion: [
      erase('recipient_id'),
      anonymize(
        'sender_id',
        {
          title: 'case when is_custom then null else title end',
          content: `case when is_custom then 'This drop was deleted with the account of its sender.' else content end`,
          media_url: 'case when is_custom then null else media_url end',
          media_type: 'case when is_custom then null else media_type end',
          thumbnail_url: 'case when is_custom then null else thumbnail_url end',
          entry_id: 'null',
        },
        'Recipients keep that they got a drop, and the text of its template, but no text of the sender.',
      ),
    ],
  },
  drop_sender: { holds: 'Counts of drops sent', export: 'encouragement/sender-stats', deletion: [erase('user_id')] },
  badge: { holds: 'The badge', export: 'encouragement/badge', deletion: [erase('user_id')] },
  badge_milestone: { holds: 'Badges reached', export: 'encouragement/milestones', deletion: [erase('user_id')] },
  badge_definition: noUser('Levels of badges'),
  drop_template: noUser('Prepared texts of drops'),
  drop_configuration: noUser('Settings of the exchange of drops'),

  // Team chat.
  chat_message: {
    holds: 'Chat messages',
    export: 'chat/messages',
    deletion: [
      anonymize(
        'sender_id',
        { content: 'null', search_text: 'null', mentions: `'[]'`, removed_at: 'coalesce(removed_at, :erased_at)' },
        `The answers of others keep their order. ${BY_ID}`,
      ),
      anonymizeMentions('messages', 1_000),
    ],
  },
  chat_read_mark: {
    holds: 'How far the user has read in chat rooms',
    export: omitted('Instants of messages, without content.'),
    deletion: [erase('user_id')],
  },
  chat_message_count: { holds: 'Messages sent in one minute', export: COUNTER, deletion: [erase('user_id')] },
  chat_room: noUser('Rooms of squads, teams and organizations, deleted with their group'),

  // The lab. Copies that others made of a template are theirs.
  lab_step_prompt: {
    holds: 'The last prompt to continue an experiment',
    export: TECHNICAL,
    deletion: [erase('user_id')],
  },
  lab_video: { holds: 'Videos of experiments', export: 'lab/videos', deletion: [erase('submitted_by')] },
  competition_entry: {
    holds: 'Entries in competitions',
    export: 'lab/competition-entries',
    deletion: [erase('user_id')],
  },
  lab_replication: {
    holds: 'Measurements of experiments',
    export: 'lab/replications',
    deletion: [
      anonymize('user_id', { user_id: 'null', outputs: `'[]'` }, 'The value counts in the mean of the experiment.'),
    ],
  },
  lab_template: { holds: 'Experiments, and copies of others', export: 'lab/templates', deletion: [erase('owner_id')] },
  competition: { ...noUser('Competitions of the lab'), remains: { scoring_config: 'Points.' } },
  opportunity: { holds: 'Submitted opportunities', export: 'lab/opportunities', deletion: [erase('submitted_by')] },
  sponsor_message: {
    holds: 'That a sponsor was written to',
    export: 'mail/sponsor-messages',
    deletion: [erase('sender_id')],
  },
  sponsor: {
    ...noUser(
      'Applications of sponsors, with their contact. A contact needs no account: a super admin deletes it on request',
    ),
    remains: {
      contact_name: 'The contact of an organization.',
      contact_email: 'The contact of an organization.',
      message: 'Written for an organization.',
    },
  },
  sponsor_digest: noUser('Weeks of which a sponsor got a digest'),

  // Drops, the currency, and payments. The ledger and purchases come before the packs that they name.
  drops_transaction: {
    holds: 'Transactions of drops',
    export: 'wallet/transactions',
    deletion: [
      anonymize('user_id', { description: `'Erased'` }, `The ledger stays, so that all balances add up. ${BY_ID}`),
      {
        columns: [],
        where: `exists (select from tone_pack_purchase purchase join tone_pack on tone_pack.id = purchase.pack_id
          where tone_pack.owner_id = :id and (purchase.transaction_id = drops_transaction.id
            or drops_transaction.reason_key = 'refund:' || purchase.transaction_id))`,
        action: 'anonymize',
        set: { description: `'Erased'` },
        reason: 'Buyers keep their transactions, without the name of the pack.',
      },
    ],
    remains: { reason_key: 'The kind and ids of the cause.' },
  },
  tone_pack_purchase: { holds: 'Bought tone packs', export: 'packs/purchases', deletion: [erase('user_id')] },
  tone_pack_share: {
    holds: 'Tone packs shared with the user',
    export: ['packs/shares-given', 'packs/shares-received'],
    deletion: [erase('user_id')],
  },
  tone_pack_email_share: {
    holds: 'Digests of email addresses that packs are shared with',
    export: 'packs/shares-given',
    deletion: [erase('email_digest', `email_digest in (select sha256(convert_to(unnest(:emails), 'UTF8')))`)],
  },
  tone_pack: {
    holds: 'Tone packs',
    export: ['packs/packs', 'packs/images'],
    deletion: [
      erase(
        'owner_id',
        'owner_id = :id and not exists (select from tone_pack_purchase where tone_pack_purchase.pack_id = tone_pack.id)',
      ),
      anonymize(
        'owner_id',
        {
          owner_id: 'null',
          name: 'initcap(theme)',
          description: `''`,
          is_public: 'false',
          unlisted_at: 'coalesce(unlisted_at, :erased_at)',
        },
        'Buyers keep the images that they bought.',
      ),
    ],
  },
  tone_pack_image: {
    ...noUser('Images of tone packs, deleted with their pack'),
    remains: { image_key: 'The key of a generated image.' },
  },
  payment_customer: {
    holds: 'The customer at the payment provider',
    export: omitted('An id of the payment provider, whose portal has the invoices.'),
    deletion: [erase('user_id')],
  },
  subscription: { holds: 'Subscriptions', export: 'account/subscriptions', deletion: [erase('user_id')] },
  payment_event: noUser('Ids and types of events of the payment provider'),
  currency_conversion_rate: {
    holds: 'Conversion rates, and the super admin who set them',
    export: omitted('A setting of the instance.'),
    deletion: [anonymize('created_by', { created_by: 'null' }, 'The rate stays, without the super admin who set it.')],
  },

  // Groups. Owned groups are handed to another member before, or deleted if there is none.
  group_invitation: {
    holds: 'Invitations to groups, sent and received',
    export: ['groups/invitations-sent', 'groups/invitations-received'],
    deletion: [erase('invited_by'), erase('user_id'), eraseByEmail('email')],
  },
  ownership_transfer: {
    holds: 'Transfers of an organization that are not accepted yet',
    export: omitted('Ends with the answer of the new owner.'),
    deletion: [anonymize('previous_owner_id', { previous_owner_id: 'null' }, 'The new owner can still answer.')],
  },
  team_departure: {
    holds: 'Teams that the user left',
    export: 'groups/departures',
    deletion: [erase('user_id')],
  },
  organization_departure: {
    holds: 'Organizations that the user left',
    export: 'groups/departures',
    deletion: [erase('user_id')],
  },
  team_member: { holds: 'Memberships in teams', export: 'groups/team-memberships', deletion: [erase('user_id')] },
  team: {
    holds: 'Teams',
    export: 'groups/teams',
    deletion: [keep('admin_id', 'Handed to the longest-serving member before, or deleted.')],
    remains: { name: 'Of the group.', description: 'Of the group.', settings: 'Of the group.' },
  },
  organization_member: {
    holds: 'Memberships in organizations',
    export: 'groups/organization-memberships',
    deletion: [erase('user_id')],
  },
  organization: {
    holds: 'Organizations',
    export: 'groups/organizations',
    deletion: [keep('owner_id', 'Handed to the longest-serving admin or member before, or deleted.')],
    remains: { name: 'Of the group.', description: 'Of the group.', settings: 'Of the group.' },
  },

  // Messages.
  notification: {
    holds: 'Notifications in the inbox',
    export: 'notifications/inbox',
    deletion: [
      erase('user_id'),
      erase('actor_id'),
      erase('data', `data ->> 'from_user_id' = :id::text or data ->> 'missed_user_id' = :id::text`),
    ],
  },
  notification_preference: {
    holds: 'Preferences of notifications',
    export: 'notifications/preferences',
    deletion: [erase('user_id')],
  },
  notification_quiet_hours: { holds: 'Quiet hours', export: 'notifications/quiet-hours', deletion: [erase('user_id')] },
  push_device: {
    holds: 'Devices that receive push messages',
    export: 'notifications/devices',
    deletion: [erase('user_id')],
  },
  event_outbox: {
    holds: 'Events on their way to clients, for seconds',
    export: TECHNICAL,
    deletion: [erase('actor_id'), keep('audience', EVENT_IDS, 'audience @> array[:id::text]')],
    remains: EVENT_COLUMNS,
  },
  event: {
    holds: 'Events for clients that reconnect, for an hour',
    export: TECHNICAL,
    deletion: [erase('actor_id'), keep('audience', EVENT_IDS, 'audience @> array[:id::text]')],
    remains: EVENT_COLUMNS,
  },
  event_sequence: noUser('The position of the newest event'),
  push_delivery: {
    holds: 'Notifications on their way to devices, deleted with either',
    export: TECHNICAL,
    deletion: [erase('user_id')],
  },
  webhook_endpoint: {
    holds: 'Webhooks of the user, with sealed secrets',
    export: 'notifications/webhooks',
    deletion: [erase('user_id')],
  },
  webhook_delivery: {
    holds: 'Events sent to webhooks, for 30 days',
    export: TECHNICAL,
    deletion: [erase('actor_id')],
  },
  webhook_attempt: {
    ...noUser('Calls of webhooks, deleted with their delivery'),
    remains: { response_excerpt: 'Of the receiver.' },
  },
  outgoing_mail: {
    holds: 'Mail from and to the user',
    export: ['mail/sent', 'mail/received'],
    deletion: [erase('user_id'), erase('sender_id'), erase('external_recipient_id'), eraseByEmail('recipient_email')],
  },
  incoming_mail: { holds: 'Digests of received mail', export: TECHNICAL, deletion: [erase('user_id')] },
  journal_mail: {
    holds: 'Emails to the journal, with all of their text',
    export: 'mail/journal',
    deletion: [erase('user_id')],
  },
  mail_count: {
    holds: 'Counts of mail on one day, some with the address of the recipient',
    export: COUNTER,
    deletion: [erase('user_id'), erase('counter', `counter in (select 'sent to ' || unnest(:emails))`)],
  },
  mail_opt_out: {
    ...noUser('Recipients without an account who unsubscribed, by an id'),
    remains: { external_recipient_id: 'An id of the feature that writes to them.' },
  },

  // Moderation.
  user_block: {
    holds: 'Blocks',
    export: 'account/blocks',
    deletion: [erase('blocker_id'), erase('blocked_id')],
  },
  report: {
    holds: 'Reports by and about the user',
    export: 'account/reports',
    deletion: [
      erase('reporter_id'),
      erase(
        'subject_id',
        `subject_type = 'user' and subject_id = :id
        or subject_type = 'drop' and subject_id in (select id from drop_sent where sender_id = :id)
        or subject_type = 'photo' and subject_id in (select id from check_in where user_id = :id)
        or subject_type = 'chat_message' and subject_id in (select id from chat_message where sender_id = :id)`,
      ),
      anonymize('decided_by', { decided_by: 'null' }, DECIDED_BY),
    ],
    remains: { note: 'Of another super admin, about another user.', reason: 'Of another user, about another user.' },
  },
  report_count: { holds: 'Reports by day', export: COUNTER, deletion: [erase('user_id')] },
  impersonation: {
    holds: 'Impersonations by super admins',
    export: 'account/impersonations',
    deletion: [
      anonymize('target_id', { reason: `'Erased'` }, `The log stays. ${BY_ID}`),
      anonymize('admin_id', { reason: `'Erased'` }, `The log stays. ${BY_ID}`),
    ],
  },
  audit_log: {
    holds: 'The audit log',
    export: 'account/audit-log',
    deletion: ['actor_id', 'on_behalf_of', 'subject_id', 'details'].map((column) => ({
      columns: [column],
      where: column === 'details' ? `details ->> 'author_id' = :id::text` : `${column} = :id`,
      action: 'keep' as const,
      reason: `The log stays. ${BY_ID}`,
    })),
    remains: {
      action: 'The name of an action.',
      subject_type: 'The name of a table.',
      details: 'Ids, numbers and names of settings; never text of a user.',
    },
  },

  // The account itself, last, because a repeated run finds the email addresses here.
  waitlist_entry: {
    holds: 'Entries of the waitlist',
    export: 'account/waitlist',
    deletion: [eraseByEmail('email'), anonymize('decided_by', { decided_by: 'null' }, DECIDED_BY)],
    remains: { name: 'Of another address.', note: 'Of another address.' },
  },
  sign_up_invitation: {
    holds: 'Invitations to sign up',
    export: omitted('They end with the sign-up.'),
    deletion: [
      eraseByEmail('email'),
      anonymize('invited_by', { invited_by: 'null' }, 'The invitation stays, without the super admin who made it.'),
    ],
  },
  sign_in_attempt: {
    holds: 'Failed sign-ins, by digests, for a day',
    export: SECRET,
    deletion: [
      erase(
        'account_digest',
        `account_digest in (
          select rtrim(translate(encode(sha256(convert_to('sign-in ' || unnest(:emails), 'UTF8')), 'base64'), '+/', '-_'), '='))`,
      ),
    ],
  },
  super_admin_grant: {
    holds: 'Addresses that the configuration promoted',
    export: omitted('A setting of the instance.'),
    deletion: [erase('profile_id'), eraseByEmail('email')],
  },
  idempotency_key: {
    holds: 'Responses to requests with an Idempotency-Key, for a day',
    export: TECHNICAL,
    deletion: [
      erase('user_id'),
      erase(
        'response_body',
        `user_id is null and exists (
          select from unnest(:emails) as email where position(email in lower(response_body)) > 0
            or exists (select from unnest(step_outputs) as output where position(convert_to(email, 'UTF8') in output) > 0))`,
      ),
    ],
  },
  rate_limit: {
    holds: 'Recent requests, by id or IP address, for an hour at most',
    export: COUNTER,
    deletion: [
      {
        columns: ['key'],
        where: `key like '%' || :id::text`,
        action: 'erase',
      },
    ],
  },
  identity_verification: {
    holds: 'Links and codes sent by mail, for an hour or a day',
    export: SECRET,
    deletion: [
      erase(
        'identifier',
        `value like '%' || :id::text || '%' or exists (select from unnest(:emails) as email
          where position(email in lower(identifier)) > 0 or position(email in lower(value)) > 0)`,
      ),
    ],
  },
  identity_session: { holds: 'Sessions', export: 'account/sessions', deletion: [erase('userId', '"userId" = :id')] },
  identity_account: { holds: 'The password, as a hash', export: SECRET, deletion: [erase('userId', '"userId" = :id')] },
  identity_two_factor: {
    holds: 'The second factor and recovery codes, sealed',
    export: SECRET,
    deletion: [erase('userId', '"userId" = :id')],
  },
  personal_token: {
    holds: 'Personal access tokens, as digests',
    export: 'account/personal-tokens',
    deletion: [erase('user_id')],
  },
  identity_passkey: { holds: 'Passkeys', export: SECRET, deletion: [erase('userId', '"userId" = :id')] },
  used_totp_code: { holds: 'Used codes of second factors, for minutes', export: SECRET, deletion: [erase('user_id')] },
  identity_address_token: {
    holds: 'Links that verify or change an address',
    export: SECRET,
    deletion: [erase('user_id')],
  },
  identity_device: { holds: 'Known devices, by digests', export: SECRET, deletion: [erase('user_id')] },
  identity_first_account: {
    holds: 'The first account of the instance, by id',
    export: omitted('A setting of the instance.'),
    deletion: [keep('user_id', `No other account takes its place. ${BY_ID}`)],
  },
  identity_mail_count: {
    ...noUser('Counts of mails with a link, by digests of addresses, for an hour'),
    remains: { address_digest: 'Cannot be reversed.' },
  },
  identity_user: { holds: 'The account of the sign-in', export: 'account/sign-in', deletion: [erase('id')] },
  identity_key: noUser('Keys that sign access tokens, sealed'),
  profile_subject: {
    holds: 'The subject at an outside identity provider',
    export: 'account/subjects',
    deletion: [erase('profile_id')],
  },
  profile: {
    holds: 'The profile',
    export: 'account/profile',
    deletion: [
      anonymize(
        'id',
        {
          email: 'null',
          email_verified: 'false',
          full_name: `'${DELETED_USER}'`,
          search_name: 'null',
          avatar_url: 'null',
          preferences: `'{}'`,
          token_issuer: `''`,
          role: `'user'`,
          is_active: 'false',
          is_classroom: 'false',
          read_notes_enabled: 'false',
          check_in_enabled: 'false',
          inbound_key: `replace(id::text, '-', '')`,
          is_deactivated: 'false',
          photos_inactive_since: 'null',
          updated_at: ':erased_at',
        },
        'An empty profile stays, so that ledger, past chains and the audit log have an id to name.',
      ),
    ],
  },

  // Without a user.
  erased_identity: {
    ...noUser('Keyed digests of erased addresses and subjects, for a year: they get no second signup bonus'),
    remains: { digest: 'Cannot be reversed.' },
  },
  first_run_code: noUser('The id of the code that makes the first super admin'),
  encryption_key_check: noUser('A known text, encrypted'),
  node_lease: noUser('Nodes that keep facts of accounts in memory'),
  job_run: { ...noUser('Runs of jobs'), remains: { result: 'Counts.' } },
  zone_data: {
    ...noUser('The release of the rules of time zones'),
    remains: { version: 'Of the rules.', unknown_zones: 'Names of zones, without their users.' },
  },
  zone_period: { ...noUser('Rules of time zones'), remains: { zone: 'The name of a zone.' } },
};
