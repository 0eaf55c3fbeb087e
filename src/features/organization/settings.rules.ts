import { settingsErrors } from './settings.schema.ts';

/** In bytes of UTF-8, written as JSON without spaces. */
const MAX_SETTINGS = 16 * 1024;

/** Throws `organization.settings-too-large`. */
export function requireFittingSettings(settings: object | undefined): void {
  if (new TextEncoder().encode(JSON.stringify(settings ?? {})).length > MAX_SETTINGS) throw settingsErrors.tooLarge();
}
