import type { Actor } from '#access/actor.ts';
import { requireVerifiedAddress } from '#access/verified-address.ts';
import { discardFile, keyOfUrl } from '#features/media';
import { canonicalZone } from '#platform/days/time-zone.ts';
import { executeRead, mapRead, type Read } from '#platform/db/read.ts';
import { isTrustedImageUrl } from '#platform/network/url.ts';
import { accountErrors } from '../account.schema.ts';
import type { AccountDeps } from '../deps.ts';
import { journalAddressOf } from '../journal-address/journal-address.rules.ts';
import { searchNameOf } from '../search-name/search-name.rules.ts';
import { requireFreshSession } from '../session/session.actions.ts';
import { isUploadOf } from './avatar.rules.ts';
import { existsMcpConsent } from './consent.store.ts';
import { changesConsent } from './profile.rules.ts';
import {
  type OwnProfile,
  type Preferences,
  type Profile,
  type ProfileChange,
  profileErrors,
  type StoredPreferences,
} from './profile.schema.ts';
import {
  type ChangedProfile,
  type ProfileRow,
  type ProfileValues,
  selectProfile,
  updatePreferenceOff,
  updateProfile,
  updateWithoutActiveTonePack,
} from './profile.store.ts';

/** The actor's own profile. */
export function selectOwnProfile(deps: AccountDeps, actor: Actor): Read<OwnProfile> {
  return mapRead(selectProfile(deps.db, actor.userId), (profile) => {
    if (profile === undefined) throw accountErrors.tokenInvalid();
    return viewForOwner(deps, actor, profile);
  });
}

export async function readProfile(deps: AccountDeps, actor: Actor): Promise<OwnProfile> {
  return executeRead(deps.db, selectOwnProfile(deps, actor));
}

/**
 * Sets the given fields and merges preferences key by key. The URL of an upload of the actor is ignored: it is the current
 * avatar or was deleted.
 */
export async function changeProfile(
  deps: AccountDeps,
  actor: Actor,
  accessToken: string | null,
  change: ProfileChange,
): Promise<OwnProfile> {
  const { full_name, avatar_url, read_notes_enabled, check_in_enabled } = change;
  if (actor.impersonatorId !== null && changesConsent(change)) throw profileErrors.consentWhileImpersonating();
  if (change.preferences?.mcp === true) await requireMayConsentToMcp(deps, actor, accessToken);
  if (avatar_url != null && !isTrustedImageUrl(avatar_url, deps.publicUrl)) throw profileErrors.avatarInvalid();
  const values = {
    ...(full_name !== undefined && { full_name, search_name: searchNameOf(full_name) }),
    ...(avatar_url !== undefined && keyOfOwnUpload(deps, actor, avatar_url) === null && { avatar_url }),
    ...(read_notes_enabled !== undefined && { read_notes_enabled }),
    ...(check_in_enabled !== undefined && { check_in_enabled }),
  };
  return saveProfile(deps, actor, values, pickPreferences(change.preferences ?? {}));
}

/** Programs that use MCP outlive the session. A consent that was given before is not asked for again. */
async function requireMayConsentToMcp(deps: AccountDeps, actor: Actor, accessToken: string | null): Promise<void> {
  if (await existsMcpConsent(deps.db, actor.userId)) return;
  requireVerifiedAddress(actor);
  await requireFreshSession(deps, accessToken);
}

/** Stores values in the actor's own profile, and deletes an uploaded avatar that they replace. */
export async function saveProfile(
  deps: AccountDeps,
  actor: Actor,
  values: ProfileValues,
  preferences: StoredPreferences = {},
): Promise<OwnProfile> {
  const changed = await updateProfile(deps.db, actor.userId, values, preferences, deps.clock.now());
  if (changed === undefined) throw accountErrors.tokenInvalid();
  await discardReplacedUpload(deps, actor, changed);
  return viewForOwner(deps, actor, changed);
}

/** Stores the active tone pack. The caller has checked that the actor may use it. */
export async function activateTonePack(deps: AccountDeps, actor: Actor, packId: string): Promise<OwnProfile> {
  return saveProfile(deps, actor, {}, { active_tone_pack_id: packId });
}

/** Removes the active tone pack if it is this one. */
export async function deactivateTonePack(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  actor: Actor,
  packId: string,
): Promise<void> {
  await updateWithoutActiveTonePack(deps.db, actor.userId, packId.toLowerCase(), deps.clock.now());
}

/** Turns off a kind of email. The caller has checked that the request comes from the user. */
export async function optOutOfMail(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  kind: 'digest' | 'reminders',
): Promise<void> {
  await updatePreferenceOff(deps.db, userId, `email_${kind}`, deps.clock.now());
}

/** The storage key of a URL that is an upload of the actor, or null. */
function keyOfOwnUpload(deps: AccountDeps, actor: Actor, url: string | null): string | null {
  const key = url === null ? null : keyOfUrl(deps, url);
  return key !== null && isUploadOf(actor.userId, key) ? key : null;
}

async function discardReplacedUpload(deps: AccountDeps, actor: Actor, changed: ChangedProfile): Promise<void> {
  if (changed.previous_avatar_url === changed.avatar_url) return;
  const key = keyOfOwnUpload(deps, actor, changed.previous_avatar_url);
  if (key !== null) await discardFile(deps, key);
}

/** The preferences that a user can set. Unknown keys of the body are dropped. */
function pickPreferences(preferences: Preferences): Preferences {
  const {
    theme,
    notifications,
    timezone,
    day_start,
    mosaic_photo,
    leaderboard,
    email_digest,
    email_reminders,
    step_prompts,
    mcp,
  } = preferences;
  const zone = timezone === undefined ? undefined : canonicalZone(timezone);
  if (zone === null) throw profileErrors.timezoneUnknown();
  return {
    ...(theme !== undefined && { theme }),
    ...(notifications !== undefined && { notifications }),
    ...(zone !== undefined && { timezone: zone }),
    ...(day_start !== undefined && { day_start }),
    ...(mosaic_photo !== undefined && { mosaic_photo }),
    ...(leaderboard !== undefined && { leaderboard }),
    ...(email_digest !== undefined && { email_digest }),
    ...(email_reminders !== undefined && { email_reminders }),
    ...(step_prompts !== undefined && { step_prompts }),
    ...(mcp !== undefined && { mcp }),
  };
}

/** The profile for its owner. An impersonator does not get the journal address, nor does a personal access token, which it outlives. */
function viewForOwner(deps: Pick<AccountDeps, 'mailDomain'>, actor: Actor, profile: ProfileRow): OwnProfile {
  const isOwner = actor.impersonatorId === null && actor.personalToken === undefined;
  return {
    ...viewOfProfile(profile),
    inbound_address: isOwner ? journalAddressOf(profile.inbound_key, deps.mailDomain) : null,
  };
}

/** The profile for super admins. */
export function viewOfProfile(profile: ProfileRow): Profile {
  return {
    id: profile.id,
    email: profile.email,
    email_verified: profile.email_verified,
    full_name: profile.full_name,
    avatar_url: profile.avatar_url,
    preferences: profile.preferences,
    drops_balance: profile.drops_balance,
    role: profile.role,
    is_ai: profile.is_ai,
    is_active: profile.is_active,
    read_notes_enabled: profile.read_notes_enabled,
    check_in_enabled: profile.check_in_enabled,
    is_classroom: profile.is_classroom,
    created_at: profile.created_at.toISOString(),
    updated_at: profile.updated_at.toISOString(),
  };
}
