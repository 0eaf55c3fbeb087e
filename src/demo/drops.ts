import type { Deps } from '#app/deps.ts';
import { sendDrop } from '../features/encouragement/drop/drop.actions.ts';
import { ENGAGEMENT } from '../features/encouragement/engagement/engagement.jobs.ts';
import { at, DAY_MS, type Member, memberNamed } from './sample-deps.ts';
import { DROPS } from './texts.ts';

/** For how many days people have encouraged each other. */
const DAYS = 14;

/** Who sends, and so leads the board, by first name. */
const SENDERS = ['Ada', 'Kira', 'Hana', 'Wanda', 'Marta', 'Ben'];

/** Sends drops for a fortnight, and settles what came of them: bonus drops, badges and the board. */
export async function encourage(deps: Deps, members: readonly Member[]): Promise<void> {
  const now = deps.clock.now().getTime();
  let sent = 0;
  for (let days = DAYS; days > 0; days -= 1) {
    for (const [rank, name] of SENDERS.entries()) {
      // The first of them send every day, the last one every sixth.
      if (days % (rank + 1) !== 0) continue;
      const sender = memberNamed(members, name);
      const recipient = members[(sent * 7 + 1) % members.length];
      const content = DROPS[sent % DROPS.length];
      sent += 1;
      if (recipient === undefined || recipient === sender || content === undefined) continue;
      const then = at(deps, new Date(now - days * DAY_MS + rank * 60_000));
      await sendDrop(then, sender.actor, {
        recipient_id: recipient.actor.userId,
        drop_type: 'encouragement',
        content,
      });
    }
  }
  await ENGAGEMENT.call(deps, {});
}
