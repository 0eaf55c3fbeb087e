import Type, { type Static } from 'typebox';
import { Nullable } from '../../platform/http/shapes.ts';

const count = (description: string) => Type.Integer({ minimum: 0, maximum: 10_000, description });

export const Configuration = Type.Object(
  {
    daily_allowance: count('How many drops everybody can send in a day (UTC).'),
    bonus_drops_per_engagement: count('How many more a sender gets for a drop after which the recipient wrote.'),
    engagement_window_hours: Type.Integer({
      minimum: 0,
      maximum: 8_760,
      description:
        'For how long after a drop what its recipient writes counts. It holds for drops that are sent from now on.',
    }),
    max_custom_drops_per_day: count('How many of a day’s drops can be written by their sender.'),
    max_rewarded_drops_per_pair_per_day: Nullable(
      count('How many of a day’s drops from one person to another can bring bonus drops; null is no limit.'),
    ),
  },
  { title: 'DropConfiguration' },
);
export type Configuration = Static<typeof Configuration>;

export const ConfigurationBody = Type.Object({ config: Configuration }, { title: 'DropConfigurationBody' });

const ConfigurationFields = Type.Partial(Type.Object(Configuration.properties), { title: 'DropConfigurationFields' });

/** The fields alone, or as they are answered. */
export const ConfigurationChange = Type.Object(
  {
    ...ConfigurationFields.properties,
    config: Type.Optional(ConfigurationFields),
  },
  { title: 'DropConfigurationChange' },
);
export type ConfigurationChange = Static<typeof ConfigurationChange>;
