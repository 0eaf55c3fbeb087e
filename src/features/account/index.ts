export type { AccountDeps } from './account.actions.ts';
export { Profile, ProfileBody } from './account.schema.ts';
export { activateTonePack, deactivateTonePack } from './active-tone-pack.actions.ts';
export { EVERYBODY, recordAudit } from './audit.actions.ts';
export { authenticate } from './authentication.actions.ts';
export type { ImpersonationDeps } from './impersonation.actions.ts';
export { listPeople, readPerson } from './person-administration.actions.ts';
export { PeopleQuery } from './person-administration.schema.ts';
export { createSyntheticProfiles, removeSyntheticProfile } from './synthetic-profile.actions.ts';
