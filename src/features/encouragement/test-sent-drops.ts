import { sql } from 'kysely';
import type { TestApp } from '../../../test/start-test-app.ts';

type Somebody = { id: string };

/** `at` is the moment of sending, now where not given; the window is of 24 hours where not given. */
export type DropToSend = { from: Somebody; to: Somebody; at?: Date; windowMilliseconds?: number };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Ways to have drops, and what their recipients write, in the tests of one app. */
export function createSentDrops({ deps, clock, issuer }: Pick<TestApp, 'deps' | 'clock' | 'issuer'>) {
  /** Stores a drop, and what sending it does to the tallies of its sender. Returns its id. */
  async function send({ from, to, at = clock.now(), windowMilliseconds = DAY }: DropToSend): Promise<string> {
    const id = deps.ids.next();
    const day = at.toISOString().slice(0, 10);
    const endsAt = new Date(at.getTime() + windowMilliseconds);
    await deps.db.transaction().execute(async (tx) => {
      await sql`
        insert into drop_sender (user_id, day, daily_used, total_sent, last_sent_day, consecutive_days)
        values (${from.id}, ${day}, 1, 1, ${day}, 1)
        on conflict (user_id) do update set
          day = excluded.day,
          daily_used = case when drop_sender.day = excluded.day then drop_sender.daily_used else 0 end + 1,
          total_sent = drop_sender.total_sent + 1,
          last_sent_day = excluded.last_sent_day,
          consecutive_days = case excluded.last_sent_day - drop_sender.last_sent_day
            when 0 then drop_sender.consecutive_days when 1 then drop_sender.consecutive_days + 1 else 1 end`.execute(
        tx,
      );
      await sql`
        insert into drop_sent (id, sender_id, recipient_id, drop_type, is_custom, content, date_sent, day, engagement_ends_at)
        values (${id}, ${from.id}, ${to.id}, 'encouragement', true, 'Go on!', ${at}, ${day}, ${endsAt})`.execute(tx);
    });
    return id;
  }

  return {
    send,
    /** Sends so many drops, a minute apart, up to now. */
    async sendSeveral(count: number, drop: Omit<DropToSend, 'at'>): Promise<void> {
      for (let sent = count; sent > 0; sent -= 1) {
        await send({ ...drop, at: new Date(clock.now().getTime() - sent * 60_000) });
      }
    },
    /** Stores a note of somebody's that was made at this moment. */
    async write({ id }: Somebody, at: Date): Promise<void> {
      const note = { id: deps.ids.next(), user_id: id, content: 'Done', created_at: at, updated_at: at };
      await deps.db.insertInto('action_note').values(note).execute();
    },
    /** Sets what came of somebody's drops, as if it had been so for long. */
    async setTallies(of: Somebody, tallies: Partial<TestTallies>): Promise<void> {
      const day = clock.now().toISOString().slice(0, 10);
      const values = { total_sent: 1, consecutive_days: 1, last_sent_day: day, ...tallies };
      await deps.db
        .insertInto('drop_sender')
        .values({ user_id: of.id, day, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
    },
    async talliesOf({ id }: Somebody) {
      return deps.db.selectFrom('drop_sender').selectAll().where('user_id', '=', id).executeTakeFirst();
    },
    async dropOf(id: string) {
      return deps.db.selectFrom('drop_sent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    },
    /** The same person with a token of this moment. */
    async renewed<Person extends Somebody & { email: string }>(person: Person) {
      return { ...person, token: await issuer.sign(person.id, clock.now(), { email: person.email }) };
    },
  };
}

type TestTallies = {
  total_sent: number;
  engagement_increases: number;
  ended_increases: number;
  windows_ended: number;
  bonus_left: number;
  bonus_earned: number;
  last_sent_day: string;
  consecutive_days: number;
};
