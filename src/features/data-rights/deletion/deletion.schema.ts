import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { Timestamp } from '#platform/http/shapes.ts';

export const DeletionRequest = Type.Object(
  {
    confirm: Type.Literal('DELETE', {
      description: 'The word DELETE, so that no request deletes an account by mistake.',
    }),
    immediately: Type.Optional(
      Type.Boolean({ description: 'Erases the account at once, and it cannot be restored. Defaults to false.' }),
    ),
  },
  { title: 'DeletionRequest' },
);
export type DeletionRequest = Static<typeof DeletionRequest>;

export const AccountDeletion = Type.Object(
  {
    message: Type.String(),
    erase_at: Type.String({ format: 'date-time', description: 'Until then the account can be restored.' }),
    is_erased: Type.Boolean({ description: 'Whether the account is erased by now.' }),
  },
  { title: 'AccountDeletion' },
);
export type AccountDeletion = Static<typeof AccountDeletion>;

export const RestoredAccount = Type.Object(
  { message: Type.String(), restored_at: Timestamp },
  { title: 'RestoredAccount' },
);
export type RestoredAccount = Static<typeof RestoredAccount>;

export const ErasureRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({ erased: Type.Integer(), failed: Type.Integer() }),
  },
  { title: 'AccountErasureRun' },
);
export type ErasureRun = Static<typeof ErasureRun>;

export const deletionErrors = declareErrors({
  notPending: {
    status: 409,
    code: 'account.no-deletion-pending',
    message: 'There is nothing to restore: this account is not to be deleted, or its seven days are over.',
  },
});
