import Type, { type Static, type TObject } from 'typebox';
import { CalendarDate, Nullable, Uuid } from '#platform/http/shapes.ts';

/** What a notification is about, for grouping preferences on a screen. */
const CATEGORIES = [
  'account',
  'groups',
  'journal',
  'goals',
  'chain',
  'encouragement',
  'drops',
  'packs',
  'lab',
] as const;
export const Category = Type.Enum([...CATEGORIES], { title: 'NotificationCategory' });

const TARGETS = [
  'badge',
  'battle',
  'chain',
  'chat_room',
  'check_in',
  'drop',
  'entry',
  'experiment',
  'export',
  'goal',
  'import',
  'invitation',
  'notebook',
  'opportunity',
  'organization',
  'report',
  'team',
  'tone_pack',
  'transaction',
  'webhook',
] as const;
export type TargetType = (typeof TARGETS)[number];
export const TargetType = Type.Enum([...TARGETS]);

type KindDeclaration = {
  category: (typeof CATEGORIES)[number];
  /** `from_user_id` is the actor. A user in a blocked pair with the actor does not get the notification. */
  data: TObject;
  /** The value of `data` that is the id of the target, by type. The first that is present counts. */
  target?: Partial<Record<TargetType, string>>;
  /** The service owes it: its inbox cannot be switched off, and a block does not stop it. */
  isRequired?: true;
  /** The default is true. */
  isPushed?: false;
};

const Actor = { from_user_id: Nullable(Uuid) };
const Group = {
  ...Actor,
  org_id: Type.Optional(Uuid),
  team_id: Type.Optional(Uuid),
  group_name: Type.String(),
};
const GROUP = { organization: 'org_id', team: 'team_id' };
const TeamColor = Type.Enum(['red', 'blue']);

/** All kinds of notifications. The contract knows each `data` as a record of scalars. */
export const KINDS = {
  export_finished: {
    category: 'account',
    data: Type.Object({ export_id: Uuid, is_ready: Type.Boolean() }),
    target: { export: 'export_id' },
    isRequired: true,
  },
  import_finished: {
    category: 'account',
    data: Type.Object({ import_id: Uuid, status: Type.Enum(['completed', 'failed']), entries: Type.Integer() }),
    target: { import: 'import_id' },
    isRequired: true,
  },
  mail_unreadable: { category: 'account', data: Type.Object({}), isRequired: true },
  mails_left_out: {
    category: 'account',
    data: Type.Object({ date: CalendarDate, max_entries: Type.Integer() }),
    isRequired: true,
  },
  music_reconnect: { category: 'account', data: Type.Object({}), isRequired: true },
  sign_in_changed: {
    category: 'account',
    data: Type.Object({
      change: Type.Enum([
        'totp_on',
        'totp_off',
        'recovery_codes_replaced',
        'recovery_code_used',
        'passkey_added',
        'passkey_removed',
        'token_created',
      ]),
    }),
    isRequired: true,
  },
  webhook_paused: {
    category: 'account',
    data: Type.Object({
      webhook_id: Uuid,
      org_id: Type.Optional(Uuid),
      host: Type.String(),
      reason: Type.Enum(['failing', 'gone', 'manual']),
    }),
    target: { webhook: 'webhook_id' },
    isRequired: true,
  },
  report_decided: {
    category: 'account',
    data: Type.Object({ report_id: Uuid, status: Type.Enum(['resolved', 'dismissed']) }),
    target: { report: 'report_id' },
  },

  added_to_group: { category: 'groups', data: Type.Object(Group), target: GROUP },
  chat_mentioned: {
    category: 'groups',
    data: Type.Object({ room_id: Uuid, message_id: Uuid, ...Actor }),
    target: { chat_room: 'room_id' },
  },
  invited_to_group: {
    category: 'groups',
    data: Type.Object({ ...Group, invitation_id: Uuid }),
    target: { invitation: 'invitation_id' },
  },
  ownership_received: { category: 'groups', data: Type.Object(Group), target: GROUP, isRequired: true },
  ownership_returned: { category: 'groups', data: Type.Object(Group), target: GROUP, isRequired: true },

  mentioned: { category: 'journal', data: Type.Object({ entry_id: Uuid, ...Actor }), target: { entry: 'entry_id' } },
  entry_shared: {
    category: 'journal',
    data: Type.Object({ entry_id: Uuid, team_id: Uuid, group_name: Type.String(), ...Actor }),
    target: { entry: 'entry_id' },
  },
  notebook_shared: {
    category: 'journal',
    data: Type.Object({ notebook_id: Uuid, team_id: Uuid, group_name: Type.String(), ...Actor }),
    target: { notebook: 'notebook_id' },
  },

  goal_due: {
    category: 'goals',
    data: Type.Object({ goal_id: Uuid, goal_title: Type.String(), date: CalendarDate }),
    target: { goal: 'goal_id' },
  },

  baton_pass: {
    category: 'chain',
    data: Type.Object({ date: CalendarDate, from_user_id: Uuid, is_ai: Type.Boolean() }),
    target: { chain: 'date' },
  },
  battle_results: {
    category: 'chain',
    data: Type.Object({
      week_start_date: CalendarDate,
      winner: Type.Enum(['red', 'blue', 'tie']),
      team_color: TeamColor,
      chips: Type.Integer(),
      final_outcome: Type.String(),
    }),
    target: { battle: 'week_start_date' },
  },
  battle_update: {
    category: 'chain',
    data: Type.Object({ week_start_date: CalendarDate, team_color: TeamColor }),
    target: { battle: 'week_start_date' },
  },
  chain_broken: {
    category: 'chain',
    data: Type.Object({ date: CalendarDate, missed_user_id: Uuid, ...Actor }),
    target: { chain: 'date' },
  },
  check_in_rejected: {
    category: 'chain',
    data: Type.Object({ date: CalendarDate, checkin_id: Uuid, reason: Type.String() }),
    target: { check_in: 'checkin_id' },
  },
  check_in_reminder: { category: 'chain', data: Type.Object({ date: CalendarDate }), target: { chain: 'date' } },

  badge_reached: {
    category: 'encouragement',
    data: Type.Object({ level: Type.Integer(), badge_name: Type.String() }),
    target: { badge: 'level' },
  },
  drop_received: {
    category: 'encouragement',
    data: Type.Object({ drop_id: Uuid, ...Actor }),
    target: { drop: 'drop_id' },
  },

  drops_awarded: {
    category: 'drops',
    data: Type.Object({
      transaction_id: Uuid,
      amount: Type.Integer(),
      type: Type.Enum(['monthly_recurring', 'refund', 'admin_adjustment']),
    }),
    target: { transaction: 'transaction_id' },
    isPushed: false,
  },

  tone_pack_bought: {
    category: 'packs',
    data: Type.Object({ pack_id: Uuid, pack_name: Type.String() }),
    target: { tone_pack: 'pack_id' },
    isPushed: false,
  },
  tone_pack_shared: {
    category: 'packs',
    data: Type.Object({ pack_id: Uuid, pack_name: Type.String(), ...Actor }),
    target: { tone_pack: 'pack_id' },
  },

  opportunity_decided: {
    category: 'lab',
    data: Type.Object({ opportunity_id: Uuid, opportunity_title: Type.String(), is_approved: Type.Boolean() }),
    target: { opportunity: 'opportunity_id' },
  },
  step_prompt: {
    category: 'lab',
    data: Type.Object({
      template_id: Uuid,
      step: Type.Integer(),
      template_title: Type.String(),
      step_title: Type.String(),
    }),
    target: { experiment: 'template_id' },
  },
  video_decided: {
    category: 'lab',
    data: Type.Object({ video_id: Uuid, template_id: Uuid, video_title: Type.String(), is_approved: Type.Boolean() }),
    target: { experiment: 'template_id' },
  },
} as const satisfies Record<string, KindDeclaration>;

export type Kind = keyof typeof KINDS;
export type DataOf<K extends Kind> = Static<(typeof KINDS)[K]['data']>;

/** The names of all kinds, by category. */
export const KIND_NAMES = Object.keys(KINDS) as Kind[];
export const Kind = Type.Enum(KIND_NAMES, { title: 'NotificationKind' });

/** The kinds as a Markdown list, for the API description. */
export const DESCRIPTION_OF_KINDS = KIND_NAMES.map((kind) => {
  const { data, target = {} }: KindDeclaration = KINDS[kind];
  const keys = Object.keys(data.properties).map((key) => `\`${key}\``);
  const targets = Object.keys(target).map((type) => `\`${type}\``);
  return `- \`${kind}\`: ${keys.join(', ') || 'nothing'}; target ${targets.join(' or ') || 'null'}`;
}).join('\n');

export const declarationOf = (kind: Kind): KindDeclaration => KINDS[kind];

/** A stored kind can be one of another version. */
export const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);
