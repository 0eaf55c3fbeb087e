import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { AccountDeps } from './account.actions.ts';
import { type BlockedPerson, blockErrors } from './block.schema.ts';
import {
  type BlockedPersonRow,
  deleteBlock,
  existsBlockBetween,
  insertBlock,
  listBlockedPeople,
  listBlocksOf,
} from './block.store.ts';

export type BlockDeps = Pick<AccountDeps, 'db' | 'clock'> & {
  /** Matches these two anew where they are matched with each other: whether they may be linked has just changed. */
  rematchPair: (one: string, other: string) => Promise<void>;
};

/**
 * Keeps the actor and somebody apart, in both directions; again, it changes nothing. Throws `block.oneself` or
 * `block.person-not-found`.
 */
export async function blockPerson(deps: BlockDeps, actor: Actor, id: string): Promise<void> {
  const blockedId = id.toLowerCase();
  if (blockedId === actor.userId) throw blockErrors.oneself();
  const block = await insertBlock(deps.db, { blockerId: actor.userId, blockedId, now: deps.clock.now() });
  if (block === undefined) throw blockErrors.personNotFound();
  if (block.is_new) await deps.rematchPair(actor.userId, blockedId);
}

/** Takes the actor's own block of somebody back. Where there is none it does nothing, and does not say so. */
export async function unblockPerson(deps: BlockDeps, actor: Actor, id: string): Promise<void> {
  const blockedId = id.toLowerCase();
  if (await deleteBlock(deps.db, actor.userId, blockedId)) await deps.rematchPair(actor.userId, blockedId);
}

/** Whom the actor has blocked, the last one first; not who has blocked the actor. */
export async function listOwnBlocks(
  deps: Pick<BlockDeps, 'db'>,
  actor: Actor,
  query: PageQuery,
): Promise<{ users: BlockedPerson[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listBlockedPeople(deps.db, actor.userId, after, limit + 1), limit);
  return { users: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/** Whether one of two people has blocked the other, whichever of them. */
export async function isBlockedBetween(db: Db, one: string, other: string): Promise<boolean> {
  return existsBlockBetween(db, one, other);
}

/** The ids of everybody whom somebody has blocked, or who has blocked them. */
export async function listBlockedWith(db: Db, userId: string): Promise<string[]> {
  return (await listBlocksOf(db, [userId])).map(({ other_id }) => other_id);
}

/** The same for each of these people; who has a block with nobody is not in it. */
export async function listBlockedWithEach(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const others = new Map<string, Set<string>>();
  for (const { user_id, other_id } of await listBlocksOf(db, userIds)) {
    const known = others.get(user_id) ?? new Set();
    others.set(user_id, known.add(other_id));
  }
  return others;
}

function viewOf(row: BlockedPersonRow): BlockedPerson {
  return {
    id: row.id,
    full_name: row.full_name,
    avatar_url: row.avatar_url,
    blocked_at: row.created_at.toISOString(),
  };
}
