import type { Tx } from '../../platform/db/database.ts';
import { shareClassroomFlag } from './participant.store.ts';

/** Whether somebody takes part in a classroom; that stays so until the transaction ends. */
export async function holdClassroomFlag(tx: Tx, userId: string): Promise<boolean> {
  return shareClassroomFlag(tx, userId);
}
