import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';

/** Data of clients about an organization or team. The server does not interpret it. */
export const Settings = Type.Object(
  {},
  {
    title: 'GroupSettings',
    additionalProperties: true,
    description: 'Any object of up to 16 KB as JSON. It replaces the stored settings.',
  },
);

export type Settings = Static<typeof Settings>;

export const settingsErrors = declareErrors({
  tooLarge: {
    status: 400,
    code: 'organization.settings-too-large',
    message: 'Settings can have at most 16 KB as JSON. Store larger data elsewhere.',
  },
});
