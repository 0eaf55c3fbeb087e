import type { Tx } from '../../../platform/db/database.ts';

/** Whether somebody takes part in a classroom; that stays so until the transaction ends. */
export async function shareClassroomFlag(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profile')
    .select('is_classroom')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return row?.is_classroom ?? false;
}
