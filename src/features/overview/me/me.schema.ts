import Type, { type Static } from 'typebox';
import { Nullable, Uuid } from '../../../platform/http/shapes.ts';
import { OwnProfile } from '../../account/index.ts';
import { Subscription } from '../../billing/index.ts';
import { OrganizationRole, TeamRole } from '../../organization/index.ts';
import { WorkoutWindow } from '../../workout-window/index.ts';

const IsAccepted = Type.Boolean({ description: 'false for an invitation that you have not accepted.' });

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
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;
