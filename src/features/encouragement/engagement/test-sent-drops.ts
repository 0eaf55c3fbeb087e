import { sql } from 'kysely';
import type { TestApp } from '#test/start-test-app.ts';

type UserRef = { id: string };

/** `at` is the time of sending (default now); the window lasts 24 hours by default. */
export type DropToSend = { from: UserRef; to: UserRef; at?: Date; windowMs?: number };

const DAY = 24 * 3_600_000;

/** The tables that count as activity, with the columns and values that a row needs besides user and times. */
export const KINDS = {
  journal_entry: [
    'title, content, effective_metadata_visibility, effective_content_visibility, entry_date, created_date',
    "'Today', 'I have walked.', 'user', 'user', '2026-12-10', '2026-12-10'",
  ],
  satisfaction_entry: ['score, entry_date', "5, '2026-12-10'"],
  action_note: ['content, note_date, created_date', "'Walked', '2026-12-10', '2026-12-10'"],
  sleep_entry: ['sleep_date, hours, quality', "'2026-12-10', 8, 4"],
} as const;

type Kind = keyof typeof KINDS;

/** Creates drops and records of recipients for the tests of an app. */
export function createSentDrops({ deps, clock, issuer }: Pick<TestApp, 'deps' | 'clock' | 'issuer'>) {
  /**
   * Stores drops and updates the stats of their senders. The drops of one sender are of one day, or of days in
   * a row. Returns their ids.
   */
  async function sendAll(drops: readonly DropToSend[]): Promise<string[]> {
    const rows = drops.map(({ from, to, at = clock.now(), windowMs = DAY }) => ({
      id: deps.ids.next(),
      from: from.id,
      to: to.id,
      at,
      endsAt: new Date(at.getTime() + windowMs),
    }));
    const of = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key]);
    await sql`
      with sent as (
        insert into drop_sent (id, sender_id, recipient_id, drop_type, is_custom, content, date_sent, day, engagement_ends_at)
        select id, sender_id, recipient_id, 'encouragement', true, 'Go on!', at, (at at time zone 'UTC')::date, ends_at
        from unnest(${of('id')}::uuid[], ${of('from')}::uuid[], ${of('to')}::uuid[], ${of('at')}::timestamptz[],
          ${of('endsAt')}::timestamptz[]) as given (id, sender_id, recipient_id, at, ends_at)
        returning sender_id, day
      )
      insert into drop_sender (user_id, day, daily_used, total_sent, last_sent_day, consecutive_days)
      select sender_id, max(day), count(*), count(*), max(day), count(distinct day) from sent group by sender_id
      on conflict (user_id) do update set
        day = excluded.day,
        daily_used = case when drop_sender.day = excluded.day then drop_sender.daily_used else 0 end + excluded.daily_used,
        total_sent = drop_sender.total_sent + excluded.total_sent,
        last_sent_day = excluded.last_sent_day,
        consecutive_days = case excluded.last_sent_day - drop_sender.last_sent_day
          when 0 then drop_sender.consecutive_days when 1 then drop_sender.consecutive_days + 1 else 1 end`.execute(
      deps.db,
    );
    return rows.map(({ id }) => id);
  }

  return {
    sendAll,
    /** Sends one drop like `sendAll` and returns its id. */
    async send(drop: DropToSend): Promise<string> {
      return (await sendAll([drop]))[0] ?? '';
    },
    /** Sends `count` drops, a minute apart, up to now. */
    async sendSeveral(count: number, drop: Omit<DropToSend, 'at'>): Promise<void> {
      const moments = Array.from({ length: count }, (_, index) => clock.now().getTime() - (count - index) * 60_000);
      await sendAll(moments.map((at) => ({ ...drop, at: new Date(at) })));
    },
    /** Stores a record of a user with this creation time, an action note by default. */
    async write({ id }: UserRef, at: Date, kind: Kind = 'action_note'): Promise<void> {
      const [columns, values] = KINDS[kind];
      await sql`
        insert into ${sql.table(kind)} (id, user_id, created_at, updated_at, ${sql.raw(columns)})
        values (${deps.ids.next()}, ${id}, ${at}, ${at}, ${sql.raw(values)})`.execute(deps.db);
    },
    /** Sets the stats of a sender. */
    async setSenderStats(of: UserRef, stats: Partial<StatsColumns>): Promise<void> {
      const day = clock.now().toISOString().slice(0, 10);
      const values = { total_sent: 1, consecutive_days: 1, last_sent_day: day, ...stats };
      await deps.db
        .insertInto('drop_sender')
        .values({ user_id: of.id, day, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
    },
    async findSenderStats({ id }: UserRef) {
      return deps.db.selectFrom('drop_sender').selectAll().where('user_id', '=', id).executeTakeFirst();
    },
    async dropOf(id: string) {
      return deps.db.selectFrom('drop_sent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    },
    /** The same user with a token issued now. */
    async renewed<Person extends UserRef & { email: string }>(person: Person) {
      return { ...person, token: await issuer.sign(person.id, clock.now(), { email: person.email }) };
    },
  };
}

type StatsColumns = {
  total_sent: number;
  engagement_increases: number;
  ended_increases: number;
  windows_ended: number;
  bonus_remaining: number;
  bonus_earned: number;
  last_sent_day: string;
  consecutive_days: number;
};
