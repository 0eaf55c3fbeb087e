import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { MusicAccount } from './music-account.schema.ts';

export const OwnSync = Type.Object(
  {
    account: MusicAccount,
    new_plays: Type.Integer({ description: 'Plays that this sync has brought.' }),
    linked_entries: Type.Integer({ description: 'Entries of the last 24 hours that it has linked to a track.' }),
  },
  { title: 'MusicSync' },
);
export type OwnSync = Static<typeof OwnSync>;

export const SyncRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      total: Type.Integer({
        description:
          'Accounts that were synced and that failed; whoever disconnects or connects anew meanwhile is in neither.',
      }),
      synced: Type.Integer(),
      failed: Type.Integer({
        description: 'Accounts that the next run tries again, unless they have to be connected anew.',
      }),
      errors: Type.Array(Type.String(), { description: 'What went wrong, for the first hundred of them.' }),
    }),
  },
  { title: 'MusicSyncRun' },
);
export type SyncRun = Static<typeof SyncRun>;

export const syncErrors = declareErrors({
  inFlight: {
    status: 503,
    code: 'music.sync-under-way',
    message: 'Your account is being synced already, and it takes its time. Look again in a moment.',
  },
  accountChanged: {
    status: 400,
    code: 'music.account-changed',
    message: 'Your account was connected anew while it was synced. Sync it again.',
  },
});
