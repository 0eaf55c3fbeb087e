import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema } from '../../platform/http/pagination.ts';
import { Nullable, Uuid } from '../../platform/http/shapes.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Percent = (description: string) => Type.Number({ minimum: 0, maximum: 100, description });

export const BadgeLevel = Type.Object(
  { level: Type.Integer({ minimum: 1 }), name: Type.String(), color: Type.String() },
  { title: 'BadgeLevel' },
);
export type BadgeLevel = Static<typeof BadgeLevel>;

export const BadgeDefinition = Type.Object(
  {
    ...BadgeLevel.properties,
    min_successful_drops: Count('Drops after which the engagement of the recipient rose.'),
    min_success_rate: Nullable(Percent('In percent; null where none is asked for.')),
    min_consecutive_days: Nullable(Count('Null where none are asked for.')),
  },
  { title: 'BadgeDefinition' },
);
export type BadgeDefinition = Static<typeof BadgeDefinition>;

/** What came of somebody's drops. */
export const BadgeStats = Type.Object(
  {
    total_drops_sent: Count('All drops that were ever sent.'),
    engagement_increases: Count('Those after which the recipient wrote something in time.'),
    success_rate: Percent('Of the drops whose window has ended, in percent with one decimal; 0 while there are none.'),
    bonus_drops_earned: Count('What these brought.'),
    consecutive_days: Count('Days in a row (UTC) on which drops were sent, up to today or yesterday.'),
  },
  { title: 'BadgeStats' },
);
export type BadgeStats = Static<typeof BadgeStats>;

export const Badge = Type.Object(
  {
    user_id: Uuid,
    current_badge: BadgeLevel,
    level: BadgeLevel.properties.level,
    ...BadgeStats.properties,
    next_level: Nullable(
      Type.Object({
        ...BadgeDefinition.properties,
        drops_to_go: Count('Successful drops that it still takes.'),
      }),
    ),
    progress: Percent(
      'How much of the successful drops between the levels is there, in percent with one decimal; 100 at the last level.',
    ),
  },
  { title: 'Badge' },
);
export type Badge = Static<typeof Badge>;

export const BadgeBody = Type.Object({ badge: Badge }, { title: 'BadgeBody' });
export const BadgeDefinitionList = listSchema('definitions', BadgeDefinition);

export const PersonInPath = Type.Object({ userId: Uuid });

export const BadgesAsked = Type.Object({ user_ids: Type.Array(Uuid, { maxItems: 100 }) }, { title: 'BadgeLookup' });
export type BadgesAsked = Static<typeof BadgesAsked>;

export const BadgesById = Type.Object(
  {
    badges: Type.Record(Type.String(), Badge, { description: 'By the id of the person; nobody who is not there.' }),
  },
  { title: 'BadgesByUser' },
);
export type BadgesById = Static<typeof BadgesById>;

export const badgeErrors = declareErrors({
  personNotFound: {
    status: 404,
    code: 'badge.person-not-found',
    message: 'Nobody has this id. See GET /api/users/search for whom there is.',
  },
});
