import type { Deps } from '#app/deps.ts';
import { sendMessage } from '../features/chat/message/message.actions.ts';
import { at, DAY_MS, type Member, MINUTE_MS, memberNamed } from './sample-deps.ts';

/** Minutes before now, the first name of the sender, and the text. */
type Line = readonly [minutesAgo: number, sender: string, text: string];

const DAY = DAY_MS / MINUTE_MS;

const ORGANIZATION: readonly Line[] = [
  [3 * DAY, 'Ada', 'Saturday: the long loop, seven kilometres, at the pace of the slowest of us. Usually me.'],
  [3 * DAY - 9, 'Wanda', 'I am in. Coffee at the lock afterwards?'],
  [3 * DAY - 14, 'Georg', 'In for the coffee. The running I leave open.'],
  [2 * DAY + 40, 'Jana', 'My window moved to eight this week, so you will see me late in the chain.'],
  [2 * DAY + 31, 'Ada', 'The chain waits. That is the nice thing about it.'],
  [DAY + 190, 'Ben', 'Three nights of bad sleep, and I still lit my tile. Ten minutes count, right?'],
  [DAY + 188, 'Kira', 'Ten minutes count double after three nights.'],
  [95, 'Luis', 'Has anyone seen the weir? The path is under water up to the second bench.'],
  [88, 'Frida', 'We took the upper path this morning. Muddy, but fine.'],
];

const LARKS: readonly Line[] = [
  [DAY + 60, 'Kira', 'Tomorrow 6:30 at the bridge. It will be cold, bring gloves.'],
  [DAY + 52, 'Frida', 'Gloves, and a thermos for afterwards.'],
  [35, 'Paulo', 'Checked in! My tile is blue, yours is next, Frida.'],
  [33, 'Frida', 'Shoes are on. Two minutes.'],
  [12, 'Ada', 'I read this in bed. Getting up now, honestly.'],
];

/** Lets members of the groups write to each other. */
export async function chat(
  deps: Deps,
  members: readonly Member[],
  { orgId, larksId }: { orgId: string; larksId: string },
): Promise<void> {
  const now = deps.clock.now().getTime();
  const write = async (roomId: string, lines: readonly Line[]) => {
    for (const [minutesAgo, name, content] of lines) {
      const then = at(deps, new Date(now - minutesAgo * MINUTE_MS));
      await sendMessage(then, memberNamed(members, name).actor, roomId, { content });
    }
  };
  await write(orgId, ORGANIZATION);
  await write(larksId, LARKS);
}
