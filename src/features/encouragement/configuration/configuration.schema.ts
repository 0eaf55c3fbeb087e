import Type, { type Static } from 'typebox';
import { Nullable } from '#platform/http/shapes.ts';

const count = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description });

export const Configuration = Type.Object(
  {
    daily_allowance: count('Drops that a user can send on one day (UTC).'),
    bonus_drops_per_engagement: count('Bonus drops for the sender of a drop with engagement.'),
    engagement_window_hours: Type.Integer({
      minimum: 0,
      maximum: 8_760,
      description:
        'The engagement window: hours after a drop in which engagement counts. A change applies to drops sent from then on.',
    }),
    max_custom_drops_per_day: count('Drops with the sender’s own text, of the drops of one day.'),
    max_rewarded_drops_per_pair_per_day: Nullable(
      count('Drops of one day from a sender to one recipient that can earn bonus drops; null for no limit.'),
    ),
  },
  { title: 'DropConfiguration' },
);
export type Configuration = Static<typeof Configuration>;

export const ConfigurationBody = Type.Object({ config: Configuration }, { title: 'DropConfigurationBody' });

const ConfigurationFields = Type.Partial(Type.Object(Configuration.properties), { title: 'DropConfigurationFields' });

/** The fields at the top level, or within `config` as in the response. */
export const ConfigurationChange = Type.Object(
  {
    ...ConfigurationFields.properties,
    config: Type.Optional(ConfigurationFields),
  },
  { title: 'DropConfigurationChange' },
);
export type ConfigurationChange = Static<typeof ConfigurationChange>;
