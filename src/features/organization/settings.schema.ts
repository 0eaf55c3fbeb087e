import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';

/** What clients keep with an organization or a team; what it means is theirs. */
export const Settings = Type.Object(
  {},
  {
    title: 'GroupSettings',
    additionalProperties: true,
    description: 'An object of your own, up to 16 KB as JSON. What you send replaces what was there.',
  },
);
export type Settings = Static<typeof Settings>;

export const settingsErrors = declareErrors({
  tooLarge: {
    status: 400,
    code: 'organization.settings-too-large',
    message: 'The settings of an organization or a team take 16 KB as JSON at most. Keep what is larger elsewhere.',
  },
});
