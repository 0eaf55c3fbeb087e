import type { Actor } from '#access/actor.ts';
import { notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { OrganizationDeps } from './deps.ts';
import { addedToGroup, type NamedGroup } from './group-notification.template.ts';

/** Notifies a user that the actor added to a group, so that they accept or decline. */
export async function notifyAdded(
  deps: OrganizationDeps,
  tx: Tx,
  actor: Actor,
  { kind, id, name }: NamedGroup,
  userId: string,
): Promise<void> {
  const day = localDateOf(deps.clock.now(), 'UTC');
  await notify(deps, tx, [addedToGroup({ userId, fromUserId: actor.userId, group: { kind, id, name }, day })]);
}
