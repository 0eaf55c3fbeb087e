import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { MusicAccount } from '../account/music-account.schema.ts';

export const OwnSync = Type.Object(
  {
    account: MusicAccount,
    new_plays: Type.Integer({ description: 'The number of new plays.' }),
    linked_entries: Type.Integer({
      description: 'The number of entries of the last 24 hours that were linked to a track.',
    }),
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
          'Accounts that were synced or failed. Accounts that were disconnected or reconnected during the run are omitted.',
      }),
      synced: Type.Integer(),
      failed: Type.Integer({
        description: 'Accounts that the next run tries again, unless they must be reconnected.',
      }),
      errors: Type.Array(Type.String(), { description: 'The errors of the first 100 failed accounts.' }),
    }),
  },
  { title: 'MusicSyncRun' },
);
export type SyncRun = Static<typeof SyncRun>;

export const syncErrors = declareErrors({
  inProgress: {
    status: 503,
    code: 'music.sync-under-way',
    message: 'Your account is already being synced. Try again in a moment.',
  },
  accountChanged: {
    status: 400,
    code: 'music.account-changed',
    message: 'Your account was reconnected during the sync. Sync it again.',
  },
});
