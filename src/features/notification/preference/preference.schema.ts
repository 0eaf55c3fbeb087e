import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, TimeOfDay } from '#platform/http/shapes.ts';
import { Category, KIND_NAMES, Kind } from '../notification/kind.schema.ts';

const Inbox = Type.Boolean({ description: 'Whether it is sent at all. false also switches off push.' });
const Push = Type.Boolean({ description: 'Whether it is pushed to devices.' });

const KindPreference = Type.Object(
  {
    kind: Kind,
    category: Category,
    inbox: Inbox,
    push: Push,
    is_required: Type.Boolean({ description: 'Whether Meadow owes it to you, so that `inbox` is always true.' }),
  },
  { title: 'NotificationKindPreference' },
);

const QuietHours = Nullable(
  Type.Object(
    { start: TimeOfDay, end: TimeOfDay },
    {
      description:
        'In the time zone of your profile. If they end before they start, they end on the next day. The inbox still gets notifications; devices get them afterwards, unless they have expired.',
    },
  ),
  { description: 'null if you have none.' },
);

export const NotificationPreferences = Type.Object(
  { kinds: Type.Array(KindPreference), quiet_hours: QuietHours },
  { title: 'NotificationPreferences' },
);
export type NotificationPreferences = Static<typeof NotificationPreferences>;

export const PreferencesBody = Type.Object(
  { preferences: NotificationPreferences },
  { title: 'NotificationPreferencesBody' },
);

export const PreferencesChange = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(Type.Object({ kind: Kind, inbox: Type.Optional(Inbox), push: Type.Optional(Push) }), {
        maxItems: KIND_NAMES.length,
        description: 'The kinds to change. Of two changes of one kind, the last one counts.',
      }),
    ),
    quiet_hours: Type.Optional(QuietHours),
  },
  { title: 'NotificationPreferencesChange' },
);
export type PreferencesChange = Static<typeof PreferencesChange>;

export const preferenceErrors = declareErrors({
  kindRequired: {
    status: 400,
    code: 'notification.kind-required',
    message:
      'One of these kinds is required, such as news about your account. You can switch off its push, but not its inbox.',
  },
  quietHoursEmpty: {
    status: 400,
    code: 'notification.quiet-hours-empty',
    message: 'Quiet hours must not end when they start. To switch off push, set `push` of the kinds to false.',
  },
});
