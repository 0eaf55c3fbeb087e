import Type, { type Static } from 'typebox';
import { OwnProfile } from '#features/account';
import { Subscription } from '#features/billing';
import { OrganizationRole, TeamRole } from '#features/organization';
import { WorkoutWindow } from '#features/workout-window';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const IsAccepted = Type.Boolean({ description: 'false for an invitation that you have not accepted.' });

const ZoneClock = Type.Object(
  {
    name: Type.String({ description: 'The zone of `preferences.timezone`.' }),
    is_known: Type.Boolean({ description: 'false if no such zone exists any more. Your days are those of UTC then.' }),
    offset_minutes: Type.Number({ description: 'How far the zone is ahead of UTC now.' }),
    day_start: Type.String({ description: 'When your day begins there, such as `04:00`: `preferences.day_start`.' }),
    changes: Type.Array(
      Type.Object({
        at: Timestamp,
        offset_minutes: Type.Number({ description: 'How far it is ahead of UTC from this instant on.' }),
      }),
      { description: 'All changes from 2000 to the end of the next year, the offset at the beginning of 2000 first.' },
    ),
  },
  {
    title: 'ZoneClock',
    description: 'The rules of your time zone. Show times by these: the rules that devices have may be older or newer.',
  },
);

export const Me = Type.Object(
  {
    profile: OwnProfile,
    is_email_verification_required: Type.Boolean({
      description: 'Whether your email address must be verified before you share or write to others.',
    }),
    unread_notifications: Type.Integer({ minimum: 0 }),
    unread_drops: Type.Integer({ minimum: 0, description: 'Received encouragement drops that you have not read.' }),
    unread_messages: Type.Integer({
      minimum: 0,
      description: 'Chat messages that you have not read, at most 100 a room.',
    }),
    drops_to_send: Type.Integer({
      minimum: 0,
      description: 'Encouragement drops that you can still send today (UTC).',
    }),
    subscription: Nullable(Subscription),
    organizations: Type.Array(
      Type.Object(
        { id: Uuid, name: Type.String(), user_role: OrganizationRole, is_accepted: IsAccepted },
        { title: 'OwnOrganization' },
      ),
    ),
    teams: Type.Array(
      Type.Object(
        { id: Uuid, name: Type.String(), org_id: Uuid, user_role: TeamRole, is_accepted: IsAccepted },
        { title: 'OwnTeam' },
      ),
    ),
    window: Nullable(WorkoutWindow),
    time_zone: Nullable(ZoneClock, {
      description: 'null if you have not chosen a time zone: your days are those of UTC.',
    }),
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;
