export { ALL_USERS_ID, recordAudit } from './audit/audit.actions.ts';
export { existsBlockBetween, listBlockedWith, listBlockedWithEach, selectBlockedWith } from './block/block.store.ts';
export type { AccountDeps, GroupAdmission, SignUpMail } from './deps.ts';
export { endPrograms, withdrawConsents } from './ended-access/ended-access.actions.ts';
export { emailKey, listNewcomers, rememberErasure, subjectKey } from './erased-identity/erased-identity.actions.ts';
export { deleteErasedIdentitiesBefore } from './erased-identity/erased-identity.store.ts';
export { updateEndOfImpersonations } from './impersonation/impersonation.store.ts';
export { listUserIdsByJournalAddress } from './journal-address/journal-address.actions.ts';
export { Person } from './person/person.schema.ts';
export { existsPersonalToken } from './personal-token/personal-token.store.ts';
export { storeAvatar } from './profile/avatar.actions.ts';
export { type Consent, existsMcpConsent, listConsentingUserIds, lockConsents } from './profile/consent.store.ts';
export { excludeMentions, type Mention, mentionsIn, replaceMentionsWithNames } from './profile/mention.rules.ts';
export { activateTonePack, deactivateTonePack, optOutOfMail, selectOwnProfile } from './profile/profile.actions.ts';
<<<<<<< HEAD
export { isDayStart, MAX_AVATAR_BYTES, OwnProfile, Profile, ProfileBody } from './profile/profile.schema.ts';
export { requireFreshSession } from './session/session.actions.ts';
=======
export { isDayStart, MAX_AVATAR_BYTES, OwnProfile, Profile, ProfileBody } from './profile/profile.schema.ts';
export { isNewSession } from './session/session.store.ts';
>>>>>>> e5e28ee4 (account: let the day of a user begin later than midnight)
export { invitationTokenOf, parseInvitationToken } from './sign-up/invitation-token.actions.ts';
export { inviteToSignUp } from './sign-up/sign-up-invitation.actions.ts';
export { SignUpPolicy } from './sign-up/sign-up-invitation.schema.ts';
export { createSyntheticProfiles, removeSyntheticProfile } from './synthetic-profile/synthetic-profile.actions.ts';
export { listProfilesAudited, readProfileAudited } from './user-admin/user-admin.actions.ts';
export { leavesNoSuperAdmin } from './user-admin/user-admin.rules.ts';
export { ProfileQuery, userErrors } from './user-admin/user-admin.schema.ts';
export { lockUserAndSuperAdmins } from './user-admin/user-admin.store.ts';
