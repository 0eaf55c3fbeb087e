import type { Actor } from '#access/actor.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { AccountDeps } from '../deps.ts';
import { type BlockedUser, blockErrors } from './block.schema.ts';
import { type BlockedUserRow, deleteBlock, insertBlock, listBlockedUsers } from './block.store.ts';

type BlockDeps = Pick<AccountDeps, 'db' | 'clock' | 'rematchPair'>;

/** Blocks a user. The block applies in both directions; repeating it changes nothing. */
export async function blockUser(deps: BlockDeps, actor: Actor, id: string): Promise<void> {
  const blockedId = id.toLowerCase();
  if (blockedId === actor.userId) throw blockErrors.oneself();
  const block = await insertBlock(deps.db, { blockerId: actor.userId, blockedId, now: deps.clock.now() });
  if (block === undefined) throw blockErrors.userNotFound();
  if (block.is_new) await deps.rematchPair(actor.userId, blockedId);
}

/** Removes the actor's block of a user. Without a block it does nothing. */
export async function unblockUser(deps: BlockDeps, actor: Actor, id: string): Promise<void> {
  const blockedId = id.toLowerCase();
  if (await deleteBlock(deps.db, actor.userId, blockedId)) await deps.rematchPair(actor.userId, blockedId);
}

/** The users that the actor has blocked, newest block first. Blocks of the actor by others are not listed. */
export async function listOwnBlocks(
  deps: Pick<AccountDeps, 'db'>,
  actor: Actor,
  query: PageQuery,
): Promise<{ users: BlockedUser[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listBlockedUsers(deps.db, actor.userId, after, limit + 1), limit);
  return { users: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

function viewOf(row: BlockedUserRow): BlockedUser {
  return {
    id: row.id,
    full_name: row.full_name,
    avatar_url: row.avatar_url,
    is_ai: row.is_ai,
    blocked_at: row.created_at.toISOString(),
  };
}
