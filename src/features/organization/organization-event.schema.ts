import Type, { type Static, type TObject } from 'typebox';
import { Uuid } from '#platform/http/shapes.ts';
import { OrganizationRole } from './permission/permission.schema.ts';

type KindDeclaration = {
  /** Grows when `data` changes in a way that a receiver can notice. */
  version: number;
  description: string;
  data: TObject;
};

const Member = { org_id: Uuid, user_id: Uuid };
const Team = Type.Object({ org_id: Uuid, team_id: Uuid });

/** What happens in an organization, for programs of its admins. Ids and small facts. */
export const ORGANIZATION_EVENT_KINDS = {
  'member.joined': {
    version: 1,
    description: 'A user became a member of the organization.',
    data: Type.Object({ ...Member, role: OrganizationRole }),
  },
  'member.left': {
    version: 1,
    description: 'A user left the organization or was removed from it.',
    data: Type.Object(Member),
  },
  'member.role-changed': {
    version: 1,
    description: 'A member of the organization got another role.',
    data: Type.Object({ ...Member, role: OrganizationRole }),
  },
  'team.created': { version: 1, description: 'A team of the organization was created.', data: Team },
  'team.deleted': { version: 1, description: 'A team of the organization was deleted.', data: Team },
} as const satisfies Record<string, KindDeclaration>;

type Kinds = typeof ORGANIZATION_EVENT_KINDS;
type OrganizationEventKind = keyof Kinds;

export type OrganizationEvent = {
  [K in OrganizationEventKind]: { kind: K; data: Static<Kinds[K]['data']> };
}[OrganizationEventKind];
