import type { ProfileChange } from './profile.schema.ts';

/** Fields without influence on who may read, show or send something. */
const FIELDS_WITHOUT_CONSENT = new Set(['full_name', 'avatar_url']);
const PREFERENCES_WITHOUT_CONSENT = new Set(['theme', 'timezone', 'day_start']);

/** Whether a change gives or withdraws a consent of the user, which an impersonator cannot do. */
export function changesConsent({ preferences = {}, ...fields }: ProfileChange): boolean {
  return (
    Object.keys(fields).some((name) => !FIELDS_WITHOUT_CONSENT.has(name)) ||
    Object.keys(preferences).some((name) => !PREFERENCES_WITHOUT_CONSENT.has(name))
  );
}
