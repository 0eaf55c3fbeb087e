import { note, reader, readersWithNotes } from '../../src/features/assistant/test-readers.ts';
import {
  customerOf,
  secondsOf,
  stateEvent,
  subscriptionId,
  tell,
} from '../../src/features/billing/payment-event/test-payment-events.ts';
import { createTestRooms } from '../../src/features/chat/test-rooms.ts';
import { createSentDrops } from '../../src/features/encouragement/engagement/test-sent-drops.ts';
import { connectMusic } from '../../src/features/music/test-connection.ts';
import { sendForm } from '../multipart.ts';
import { gifOf } from '../pictures.ts';
import type { Person } from '../start-test-app.ts';
import { CRON_SECRET } from './nodes.ts';
import { ask, giveDevice, type Scenario, type Scenarios } from './scenario.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOON = new Date('2026-11-10T12:00:00Z');

const MONTHLY_AWARD: Scenario = {
  arrange: async (app) => {
    const [ada] = await Promise.all([app.person(), app.person(), app.person(), app.superAdmin()]);
    const now = secondsOf(app.clock.now());
    const paid = { customer: await customerOf(app, ada), subscription: subscriptionId(), started: now };
    await tell(app, app.call, stateEvent(paid, 'created', 'active', now));
    await ask(app, ada, 'POST', '/api/drops/award-monthly');
    app.clock.advance(31 * DAY);
  },
  changes: { drops_transaction: 4, notification: 4, profile: 0 },
};

const ENGAGEMENT: Scenario = {
  arrange: async (app) => {
    app.clock.set(NOON);
    const { setSenderStats } = createSentDrops(app);
    const [ada, ben, cleo, dora] = (await Promise.all(Array.from({ length: 4 }, () => app.person()))) as Four;
    const send = (sender: Person, recipient: Person) =>
      ask(app, sender, 'POST', '/api/encouragement-drops/send', {
        recipient_id: recipient.id,
        drop_type: 'encouragement',
        content: 'Go on!',
      });
    // One more drop leads to the next level.
    await send(ada, ben);
    await setSenderStats(ada, { total_sent: 9, engagement_increases: 5, bonus_earned: 10 });
    await send(dora, cleo);
    app.clock.advance(46 * HOUR);
    for (const recipient of [cleo, dora]) await send(ada, recipient);
    await send(ben, ada);
    app.clock.advance(HOUR);
    await ask(app, cleo, 'POST', '/api/journal', { title: 'Today', content: 'I have walked.', mood: 'calm' });
    await ask(app, ada, 'POST', '/api/action-notes', { content: 'Walked' });
    app.clock.advance(2 * HOUR);
  },
  changes: { badge: 0, badge_milestone: 1, drop_sender: 0, drop_sent: 0, notification: 1 },
};
type Four = [Person, Person, Person, Person];

const NOTE_ANALYSIS: Scenario = {
  arrange: async (app) => {
    app.clock.set(NOON);
    await readersWithNotes(app, 7);
    await reader(app);
  },
  changes: { note_analysis: 7, token_usage: 7 },
  mayCostMore: {
    token_usage: 'An answer that came too late to be stored was an answer all the same, and is asked for again.',
  },
};

const DAILY_DROPS: Scenario = {
  arrange: async (app) => {
    app.clock.set(NOON);
    const [ada] = (await readersWithNotes(app, 6)) as [Person];
    await giveDevice(app, ada);
    await ask(app, null, 'POST', '/api/chat/cron/analyze-notes', undefined, { 'x-cron-secret': CRON_SECRET });
    await note(app, await reader(app), 'I am calm.');
  },
  withoutResponse: 'They get a drop that is not about their notes.',
  changes: { drop_sent: 7, notification: 7, push_delivery: 1, token_usage: 6 },
  mayCostMore: {
    token_usage: 'An answer that came too late to be sent was an answer all the same, and is asked for again.',
  },
};

const MUSIC_SYNC: Scenario = {
  arrange: async (app) => {
    const people = (await Promise.all(Array.from({ length: 7 }, () => app.person()))) as [Person];
    for (const [index, member] of people.entries()) {
      const listener = await connectMusic(app, member);
      for (const minutes of [1, 5]) {
        const id = `track-${(index % 3) + minutes}`;
        const track = { id, name: `Song ${id}`, artists: ['A'], album: 'B', durationMs: 200_000 };
        app.music.play(listener, new Date(app.clock.now().getTime() + minutes * 60_000), track);
      }
    }
    app.clock.advance(6 * 60_000);
    await ask(app, people[0], 'POST', '/api/journal', { title: 'Rain', content: '', mood: 'calm' });
  },
  changes: { journal_entry: 0, music_account: 0, music_play: 14, music_track: 6 },
  isHeldFor: 30_000,
};

const WEEKLY_DIGEST: Scenario = {
  arrange: async (app) => {
    app.clock.set(new Date('2026-11-16T06:00:00Z'));
    const people = await Promise.all(Array.from({ length: 4 }, () => app.person()));
    for (const member of people.slice(1)) {
      await ask(app, member, 'PUT', '/api/user/profile', { preferences: { email_digest: true } });
      await ask(app, member, 'POST', '/api/journal', { title: 'A day', content: '', mood: 'calm' });
    }
    await app.deps.db.updateTable('profile').set({ email_verified: true }).execute();
    app.clock.set(new Date('2026-11-23T06:00:00Z'));
  },
  changes: { outgoing_mail: 3 },
};

const DUE_GOALS: Scenario = {
  arrange: async (app) => {
    app.clock.set(NOON);
    for (const user of await Promise.all([app.person(), app.person()])) {
      await giveDevice(app, user);
      await ask(app, user, 'POST', '/api/goals', { title: 'Run', target_date: '2026-11-10' });
    }
  },
  changes: { notification: 2, push_delivery: 2 },
};

/** The backup writes a file, and only the row of its run. */
const BACKUP: Scenario = {
  arrange: async (app) => void (await app.person()),
  changes: {},
};

const RETENTION: Scenario = {
  arrange: async (app) => {
    const ada = await app.person();
    const upload = async () => {
      const { status, body } = await sendForm(app.call, ada, '/api/media', { file: gifOf(1) });
      if (status !== 201) throw new Error(`An upload failed with ${status}.`);
      return body.media.id;
    };
    const remove = async (title: string) => {
      const { entry } = await ask(app, ada, 'POST', '/api/journal', { title, content: '', mood: 'calm' });
      await ask(app, ada, 'DELETE', `/api/journal/${entry.id}`);
    };
    const photo_ids = [await upload()];
    await ask(app, ada, 'POST', '/api/journal', { title: 'One', content: '', mood: 'calm', photo_ids });
    for (let number = 0; number < 2; number += 1) await upload();
    for (const title of ['Two', 'Three']) await remove(title);
    await app.deps.storage.put('avatars/orphan.webp', Buffer.from('an orphan'));
    // The row is inserted by SQL, since a request with a key opens a connection that listens.
    const keys = [40 * DAY, 0].map((age) => ({
      user_id: ada.id,
      key: `${age}`,
      request_digest: 'd',
      claimed_at: new Date(app.clock.now().getTime() + 31 * DAY - age),
    }));
    await app.deps.db.insertInto('idempotency_key').values(keys).execute();
    const incoming = { user_id: ada.id, message_digest: Buffer.alloc(32), received_at: app.clock.now() };
    await app.deps.db.insertInto('incoming_mail').values(incoming).execute();
    const count = { user_id: ada.id, day: app.clock.now().toISOString().slice(0, 10), counter: 'sent', count: 1 };
    await app.deps.db.insertInto('mail_count').values(count).execute();
    app.clock.advance(30 * DAY + HOUR);
    await remove('Four');
  },
  changes: { idempotency_key: -1, incoming_mail: -1, mail_count: -1, photo: -2, trash: -2 },
};

const PARTITIONS: Scenario = {
  arrange: async (app) => {
    await ask(app, await app.person(), 'POST', '/api/journal', { title: 'One', content: '', mood: 'calm' });
    app.clock.set(new Date('2027-05-31T03:35:00Z'));
  },
  // The job changes tables only: see partition.test.ts.
  changes: {},
};

/** Creates entries of another version, and one that is up to date. */
const FOLDING: Scenario = {
  arrange: async (app) => {
    const user = await app.person();
    for (const title of ['One', 'Zwei', 'Три'])
      await ask(app, user, 'POST', '/api/journal', { title, content: 'Un café', mood: 'calm' });
    await app.deps.db
      .updateTable('journal_entry')
      .set({ search_text: null, search_title: null, search_source: null })
      .where('user_id', '=', user.id)
      .where('title', '<>', 'One')
      .execute();
  },
  changes: { journal_entry: 0 },
};

const EXPORTS: Scenario = {
  arrange: async (app) => {
    const { db, ids, clock } = app.deps;
    for (const user of await Promise.all([app.person(), app.person()])) {
      await ask(app, user, 'POST', '/api/journal', { title: 'One', content: '', mood: 'calm' });
      const [now, expiresAt] = [clock.now(), new Date(clock.now().getTime() + DAY)];
      const row = {
        id: ids.next(),
        user_id: user.id,
        status: 'queued' as const,
        created_at: now,
        expires_at: expiresAt,
      };
      await db.insertInto('data_export').values(row).execute();
    }
  },
  changes: { data_export: 0, notification: 2, outgoing_mail: 2 },
  isHeldFor: 300_000,
};

const ACCOUNT_ERASURE: Scenario = {
  arrange: async (app) => {
    const [ada, ben, cleo] = (await Promise.all([app.person(), app.person(), app.person()])) as [
      Person,
      Person,
      Person,
    ];
    for (const person of [ada, ben, cleo]) {
      await ask(app, person, 'POST', '/api/journal', { title: 'Today', content: 'I have walked.', mood: 'calm' });
      await ask(app, person, 'POST', '/api/goals', { title: 'Walk' });
    }
    await ask(app, ada, 'DELETE', '/api/user/account', { confirm: 'DELETE' });
    await ask(app, ben, 'DELETE', '/api/user/account', { confirm: 'DELETE' });
    app.clock.advance(8 * DAY);
  },
  changes: {
    drops_transaction: 0,
    erased_identity: 4,
    goal: -2,
    journal_entry: -2,
    outgoing_mail: -4,
    profile: 0,
    text_count: -2,
  },
};

const NAME_FOLDING: Scenario = {
  arrange: async (app) => {
    await Promise.all([app.person(), app.person(), app.person()]);
    await app.deps.db.updateTable('profile').set({ search_name: null }).execute();
  },
  changes: { profile: 0 },
};

const MESSAGE_FOLDING: Scenario = {
  arrange: async (app) => {
    const { createTeamRoom, sent } = createTestRooms(app);
    const { ada, team } = await createTeamRoom();
    for (const text of ['One', 'Zwei', 'Три']) await sent(ada, team, text);
    await app.deps.db.updateTable('chat_message').set({ search_text: null }).where('room_id', '=', team).execute();
  },
  changes: { chat_message: 0 },
};

export const JOURNAL_SCENARIOS: Scenarios = {
  'award-monthly-all': MONTHLY_AWARD,
  'process-engagement': ENGAGEMENT,
  'analyze-notes': NOTE_ANALYSIS,
  'generate-daily-drops': DAILY_DROPS,
  'sync-all': MUSIC_SYNC,
  'weekly-digest': WEEKLY_DIGEST,
  'notify-due-goals': DUE_GOALS,
  'apply-retention': RETENTION,
  'make-partitions': PARTITIONS,
  'fold-entries': FOLDING,
  'fold-messages': MESSAGE_FOLDING,
  'fold-names': NAME_FOLDING,
  backup: BACKUP,
  'build-exports': EXPORTS,
  'erase-accounts': ACCOUNT_ERASURE,
};
