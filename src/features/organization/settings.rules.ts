import { settingsErrors } from './settings.schema.ts';

/** The maximum size of the settings as JSON in UTF-8. */
const MAX_SETTINGS_BYTES = 16 * 1024;

export function checkSettings(settings: object | undefined): void {
  if (new TextEncoder().encode(JSON.stringify(settings ?? {})).length > MAX_SETTINGS_BYTES)
    throw settingsErrors.tooLarge();
}
