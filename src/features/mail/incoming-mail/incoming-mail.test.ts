import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { MailSource } from '#platform/text/mime.ts';
import { HEIC, heicOfSize } from '#test/heic-pictures.ts';
import { gifOf, plainPicture } from '#test/pictures.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { titleOfPart } from '../../journal/entry/entry-parts.rules.ts';
import { connectMusic } from '../../music/test-connection.ts';
import { watchMailThreads } from '../test-mail-threads.ts';
import { createIncomingMail, mailTo, RECEIVED, rawTo } from './test-incoming-mail.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { call, clock, deps, person, superAdmin, ai, music } = app;
const { addressOf, receive } = createIncomingMail(app);

const entriesOf = async (user: Person) =>
  (await call(user, 'GET', '/api/journal?scope=mine')).body.entries as Record<string, unknown>[];

const countRows = async () => {
  const count = async (table: 'journal_entry' | 'incoming_mail' | 'mail_count' | 'drops_transaction') => {
    const { fn } = deps.db;
    return (await deps.db.selectFrom(table).select(fn.countAll().as('rows')).executeTakeFirst())?.rows;
  };
  return Promise.all((['journal_entry', 'incoming_mail', 'mail_count', 'drops_transaction'] as const).map(count));
};

describe('POST /api/email/webhook', () => {
  test('stores an email to a journal address as a private entry of its owner', async () => {
    const [ada, ben] = [await person(), await person()];
    const { status, body } = await receive(mailTo(await addressOf(ada)));
    expect([status, body]).toEqual([200, RECEIVED]);
    expect(await entriesOf(ada)).toMatchObject([
      {
        title: 'Day one',
        content: 'It rained.',
        mood: null,
        metadata_visibility: 'user',
        content_visibility: 'user',
        effective_metadata_visibility: 'user',
        mentions: [],
      },
    ]);
    expect(await entriesOf(ben)).toEqual([]);
  });

  test('links the entry to the track that its owner played last', async () => {
    const ada = await person();
    const listener = await connectMusic(app, ada);
    const track = music.play(listener, clock.now());
    await call(ada, 'POST', '/api/music/sync');
    await receive(mailTo(await addressOf(ada)));
    expect(await entriesOf(ada)).toMatchObject([{ music_track_id: track.id }]);
  });

  test('does not call the AI provider, so that senders cannot spend the owner’s allowance', async () => {
    const ada = await person();
    const before = ai.requests.length;
    await receive(mailTo(await addressOf(ada), { text: 'I am so happy and grateful today' }));
    await deps.background.drain();
    expect(ai.requests.length).toBe(before);
  });

  test.each([
    ['a display name', (to: string) => `"My diary" <${to}>`],
    ['other recipients', (to: string) => `a@elsewhere.test, ${to}, b@elsewhere.test`],
    ['a list', (to: string) => ['a@elsewhere.test', to]],
    ['capitals', (to: string) => to.toUpperCase()],
    ['the same address twice', (to: string) => `${to}, ${to}`],
    ['objects', (to: string) => [{ address: to, name: 'My diary' }]],
    ['what mailparser has read', (to: string) => ({ value: [{ address: to, name: '' }], text: to, html: to })],
  ])('finds the address in %s', async (_what, recipientsWith) => {
    const ada = await person();
    expect((await receive(mailTo(recipientsWith(await addressOf(ada))))).body).toEqual(RECEIVED);
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('stores an entry for each recipient', async () => {
    const users = [await person(), await person()];
    const to = await Promise.all(users.map(addressOf));
    await receive(mailTo(to.join(', ')));
    for (const user of users) expect(await entriesOf(user)).toHaveLength(1);
  });

  test('stores a message once, however often it arrives', async () => {
    const ada = await person();
    const mail = mailTo(await addressOf(ada));
    for (let time = 0; time < 3; time += 1) expect((await receive(mail)).body).toEqual(RECEIVED);
    await receive({ ...mail, text: 'Something else' });
    expect(await entriesOf(ada)).toMatchObject([{ content: 'It rained.' }]);
    await receive({ ...mail, message_id: '<another@elsewhere.test>' });
    expect(await entriesOf(ada)).toHaveLength(2);
  });

  test('stores the text of an email that has HTML only', async () => {
    const ada = await person();
    const html = '<h1>Rain</h1><p onclick="x()">one<br>two &amp; three</p><script>alert(1)</script><style>p{}</style>';
    await receive(mailTo(await addressOf(ada), { text: '', html }));
    expect((await entriesOf(ada))[0]?.content).toBe('Rain\n\none\ntwo & three');
  });

  test.each([
    ['the text', { text: null, html: '<p>It snowed.</p>' }, 'Day one', 'It snowed.'],
    ['the HTML', { html: null }, 'Day one', 'It rained.'],
    ['the source', { raw: null, raw_base64: null }, 'Day one', 'It rained.'],
    ['the subject', { subject: null }, 'An email without a subject', 'It rained.'],
  ])('takes null for what is missing: %s', async (_what, change, title, content) => {
    const ada = await person();
    expect((await receive(mailTo(await addressOf(ada), change))).body).toEqual(RECEIVED);
    expect(await entriesOf(ada)).toMatchObject([{ title, content }]);
  });

  test('parses the source of an email', async () => {
    const ada = await person();
    const raw = [
      'Received: from elsewhere.test',
      `To: =?utf-8?q?Gr=C3=BC=C3=9Fe?= <${await addressOf(ada)}>`,
      'From: eve@elsewhere.test',
      'Message-ID: <raw@elsewhere.test>',
      'Subject: =?utf-8?b?VGFnIMKnMQ==?=',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('Es regnete.\u0000\n@[Ben](12345678-1234-4123-8123-123456789abc)').toString('base64'),
      '--b',
      'Content-Type: application/octet-stream; name=a.exe',
      '',
      'MZ',
      '--b--',
    ].join('\r\n');
    for (let time = 0; time < 2; time += 1) expect((await receive({ raw })).body).toEqual(RECEIVED);
    const entries = await entriesOf(ada);
    expect(entries).toMatchObject([{ title: 'Tag §1', mentions: [{ name: 'Ben' }] }]);
    expect(entries[0]?.content).toMatch(/^Es regnete\.\n@\[Ben\]/);
  });

  test('ignores a journal address in the body of a source', async () => {
    const ada = await person();
    await receive({ raw: `To: a@elsewhere.test\r\nMessage-ID: <b@c>\r\n\r\n${await addressOf(ada)}` });
    expect(await entriesOf(ada)).toEqual([]);
  });

  test.each(['Subject', 'From', 'Reply-To', 'References', 'Received: by elsewhere.test; Sat\r\nX-For'])(
    'ignores a journal address in the header %s',
    async (header) => {
      const ada = await person();
      const raw = `To: a@elsewhere.test\r\nMessage-ID: <${header.length}@c>\r\n${header}: ${await addressOf(ada)}\r\n\r\nx`;
      expect((await receive({ raw })).body).toEqual(RECEIVED);
      expect(await entriesOf(ada)).toEqual([]);
    },
  );

  test.each(['To', 'Cc', 'Bcc', 'Delivered-To', 'X-Original-To', 'Envelope-To', 'Received: by meadow.test for'])(
    'finds a journal address in the header %s',
    async (header) => {
      const ada = await person();
      const prefix = header.includes(':') ? `${header} ` : `${header}: `;
      const raw = `${prefix}<${await addressOf(ada)}>; x\r\nMessage-ID: <${randomUUID()}@c>\r\n\r\nx`;
      expect((await receive({ raw })).body).toEqual(RECEIVED);
      expect(await entriesOf(ada)).toHaveLength(1);
    },
  );

  test('keeps all of a long subject and a long text, which continues in further entries', async () => {
    const ada = await person();
    const [subject, line] = [`${'x'.repeat(199)}🌼y`, 'A line of a long email.\n'];
    const text = line.repeat(11_000).trim();
    await receive(mailTo(await addressOf(ada), { subject, text }));
    const titles = [0, 1, 2].map((index) => titleOfPart(`${'x'.repeat(199)}…`, index));
    const stored = await entriesOf(ada);
    const entries = titles.map((title) => stored.find((entry) => entry.title === title) ?? {});
    expect(stored).toHaveLength(3);
    const [first, ...others] = entries.map(({ content }) => String(content));
    expect([first?.startsWith(`${subject}\n\n`), [first?.slice(subject.length + 2), ...others].join('\n')]).toEqual([
      true,
      text,
    ]);
    expect(entries.every(({ content }) => String(content).length <= 100_000)).toBe(true);
    const { body } = await call(ada, 'GET', '/api/email/received');
    expect(body.mails).toMatchObject([{ subject, entry_id: entries[0]?.id ?? 'missing' }]);
    expect(body.mails[0].text).toMatch(/…$/);
  });

  test('says so where an email is longer than all of its entries may be', async () => {
    const ada = await person();
    await receive(mailTo(await addressOf(ada), { text: 'word '.repeat(1_000_000) }));
    const entries = await entriesOf(ada);
    expect(entries.filter(({ content }) => /\[The email goes on\./.test(String(content)))).toHaveLength(1);
    expect(entries.reduce((sum, { content }) => sum + String(content).length, 0)).toBeGreaterThan(999_900);
  });

  test('stores an email without subject and text', async () => {
    const ada = await person();
    await receive({ message_id: 'empty', to: await addressOf(ada), text: '' });
    expect(await entriesOf(ada)).toMatchObject([{ title: 'An email without a subject', content: '' }]);
  });

  test('returns the same response for unknown addresses and stores nothing', async () => {
    const ada = await person();
    const [to, before] = [await addressOf(ada), await countRows()];
    const known = await receive(mailTo(to));
    const unknown = [
      'journal-00000000000000000000000000000000@meadow.test',
      ada.email,
      to.replace('meadow.test', 'elsewhere.test'),
      '',
      [],
    ];
    for (const recipient of unknown) {
      const { status, body, headers } = await receive(mailTo(recipient));
      expect([status, body, Object.keys(headers)]).toEqual([known.status, known.body, Object.keys(known.headers)]);
    }
    const [entries, mails] = await countRows();
    expect([entries, mails]).toEqual([Number(before[0]) + 1, Number(before[1]) + 1]);
  });

  test('does nothing in the name of a forged sender', async () => {
    const [victim, before] = [await person(), await countRows()];
    for (const from of [victim.email, { address: victim.email }, [await addressOf(victim)]]) {
      expect(
        (await receive(mailTo('post@meadow.test', { from, sender: victim.email, reply_to: victim.email }))).status,
      ).toBe(200);
    }
    expect(await countRows()).toEqual(before);
    const queued = deps.db.selectFrom('outgoing_mail').select('id').where('category', '=', 'personal');
    expect(await queued.execute()).toEqual([]);
  });

  test('stores only the emails to journal addresses out of a thousand', async () => {
    const ada = await person();
    const [to, before] = [await addressOf(ada), await countRows()];
    const bodies = Array.from({ length: 1_000 }, (_, number) =>
      mailTo(number % 10 === 0 ? to : `person-${number}@meadow.test`, { message_id: String(number) }),
    );
    for (let from = 0; from < bodies.length; from += 50) {
      const responses = await Promise.all(bodies.slice(from, from + 50).map((body) => receive(body)));
      expect(responses.every(({ status, text }) => status === 200 && text === JSON.stringify(RECEIVED))).toBe(true);
    }
    const after = await countRows();
    // The first 20 of 100 emails to this user become entries. There are two counters: parsed and received.
    expect(after.map((count, table) => Number(count) - Number(before[table]))).toEqual([20, 20, 2, 0]);
  });

  test('rejects emails above the daily limit, notifies the owner once, and accepts more on the next day', async () => {
    clock.set(new Date(`${clock.now().toISOString().slice(0, 10)}T12:00:00Z`));
    const ada = await person();
    const to = await addressOf(ada);
    for (let number = 0; number < 20; number += 1) await receive(mailTo(to));
    const notifications = deps.db.selectFrom('notification').select('title').where('user_id', '=', ada.id);
    expect(await notifications.where('kind', '=', 'mails_left_out').execute()).toEqual([]);
    for (let number = 0; number < 2; number += 1) await receive(mailTo(to));
    expect(await notifications.where('kind', '=', 'mails_left_out').execute()).toHaveLength(1);
    clock.advance(12 * 60 * 60 * 1_000);
    await receive(mailTo(to));
    const entries = await deps.db.selectFrom('journal_entry').select('id').where('user_id', '=', ada.id).execute();
    expect(entries).toHaveLength(21);
  });

  test('stores nothing for an inactive user', async () => {
    const ada = await person();
    const to = await addressOf(ada);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await receive(mailTo(to))).body).toEqual(RECEIVED);
    expect(await deps.db.selectFrom('journal_entry').select('id').where('user_id', '=', ada.id).execute()).toEqual([]);
  });

  test('does not parse a slow source to an unknown address, and gives up on one to a journal', async () => {
    const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(12_000)}`;
    const readMime = vi.spyOn(deps.mailParser, 'readMime');
    expect((await receive({ raw: `To: a@elsewhere.test\r\n${parts}` })).body).toEqual(RECEIVED);
    expect(readMime).not.toHaveBeenCalled();
    readMime.mockRestore();
    const ada = await person();
    expect((await receive({ raw: `To: ${await addressOf(ada)}\r\n${parts}` })).body).toEqual(RECEIVED);
    expect(await entriesOf(ada)).toEqual([]);
  });

  test('stores a long harmless email', async () => {
    const ada = await person();
    const to = await addressOf(ada);
    const text = 'word '.repeat(10_000).trim();
    await receive(mailTo(to, { text: '', html: `<p>${text}</p>` }));
    await receive(rawTo(to, 'text/html', `<p>${text}</p>`));
    await receive(rawTo(to, 'text/plain', text));
    expect((await entriesOf(ada)).map(({ content }) => content)).toEqual([text, text, text]);
  });

  test.each([
    ['an email', (to: string) => mailTo(to, { text: '', html: '<b>x' })],
    ['a source', (to: string) => rawTo(to, 'text/plain', 'x')],
    ['a source without Message-ID', (to: string) => ({ raw: `To: ${to}\r\n\r\nx` })],
  ])('notifies the owner once and logs a warning if %s cannot be parsed in time', async (_what, mailOf) => {
    const ada = await person();
    const mail = mailOf(await addressOf(ada));
    const [entries, mails, counts, drops] = await countRows();
    const { mailParser } = deps;
    const warn = vi.spyOn(deps.log, 'warn');
    Object.assign(deps, { mailParser: { readMime: async () => null, textOfHtml: async () => null } });
    for (let time = 0; time < 3; time += 1) expect((await receive(mail)).body).toEqual(RECEIVED);
    const other = mailTo(await addressOf(ada), { text: '', html: '<b>y' });
    expect((await receive(other)).body).toEqual(RECEIVED);
    Object.assign(deps, { mailParser });
    expect(await countRows()).toEqual([entries, mails, Number(counts) + 1, drops]);
    const line = [{ event: 'mail.unreadable', user_ids: [ada.id] }, 'an incoming mail could not be parsed in time'];
    expect(warn.mock.calls).toEqual([line, line, line, line]);
    warn.mockRestore();
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['mail_unreadable', 'mail_unreadable']);
  });

  test('stores the text of a source of 10 MB, which a thread reads, so that others are served meanwhile', async () => {
    const ada = await person();
    const runs = watchMailThreads(deps);
    const photo = Buffer.alloc(7_300_000, 1).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const to = await addressOf(ada);
    const parts = [
      '\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nA wet day.\r\n',
      `\r\nContent-Type: image/jpeg; name=a.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n${photo}\r\n`,
    ];
    const header = `To: ${to}\r\nMessage-ID: <photo@elsewhere.test>\r\nSubject: Photo`;
    const raw = `${header}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b${parts.join('--b')}--b--\r\n`;
    expect(raw.length).toBeGreaterThan(9.9e6);
    expect((await receive({ raw })).body).toEqual(RECEIVED);
    expect(runs).toEqual(['messageIn']);
    expect((await entriesOf(ada))[0]).toMatchObject({ title: 'Photo', content: 'A wet day.' });
  });

  const pictureMail = (to: string, pictures: readonly (Uint8Array | string)[], id: string = randomUUID()) => {
    const parts = pictures.map(
      (picture) =>
        `--b\r\nContent-Type: application/octet-stream; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(picture).toString('base64')}\r\n`,
    );
    const text = '--b\r\nContent-Type: text/plain\r\n\r\nA wet day.\r\n';
    const header = `To: ${to}\r\nMessage-ID: <${id}@elsewhere.test>\r\nContent-Type: multipart/mixed; boundary=b`;
    return { raw: `${header}\r\n\r\n${text}${parts.join('')}--b--\r\n` };
  };
  const photosOf = async (user: Person) => (await entriesOf(user))[0]?.photos as { width: number }[];

  test('adds the readable pictures of a source to the entry, in their order, whatever their types', async () => {
    const ada = await person();
    const png = await plainPicture({ width: 7, height: 5 }).png().toBuffer();
    const pictures = [HEIC, 'a text', 'GIF89a, really', heicOfSize(10_000, 10_000), png, gifOf(1)];
    expect((await receive(pictureMail(await addressOf(ada), pictures))).body).toEqual(RECEIVED);
    expect((await photosOf(ada)).map(({ width }) => width)).toEqual([120, 7, 10]);
  });

  test('adds ten pictures at most, once for each message, and keeps no others', async () => {
    const ada = await person();
    const mail = pictureMail(await addressOf(ada), Array<Uint8Array>(11).fill(gifOf(1)));
    for (let time = 0; time < 2; time += 1) expect((await receive(mail)).body).toEqual(RECEIVED);
    expect(await photosOf(ada)).toHaveLength(10);
    const photos = await deps.db.selectFrom('photo').select('entry_id').where('user_id', '=', ada.id).execute();
    expect(photos).toHaveLength(10);
    let files = 0;
    for await (const { key } of deps.storage.list()) if (key.includes(ada.id)) files += 1;
    expect(files).toBe(30);
  });

  test('keeps no pictures above the daily limit of entries', async () => {
    const ada = await person();
    const to = await addressOf(ada);
    const day = clock.now().toISOString().slice(0, 10);
    await deps.db.insertInto('mail_count').values({ user_id: ada.id, day, counter: 'received', count: 20 }).execute();
    expect((await receive(pictureMail(to, [gifOf(1)]))).body).toEqual(RECEIVED);
    expect(await entriesOf(ada)).toEqual([]);
    expect(await deps.db.selectFrom('photo').select('id').where('user_id', '=', ada.id).execute()).toEqual([]);
  });

  test('does not parse a long email to an unknown address', async () => {
    const ada = await person();
    const before = await countRows();
    const to = (await addressOf(ada)).replace(/journal-./, 'journal-g');
    const { status, body } = await receive(`{"to":"${to}","text":"${'x'.repeat(300_000)}`);
    expect([status, body, await countRows()]).toEqual([200, RECEIVED, before]);
  });

  test('does not parse long emails above the daily limit, and notifies the owner', async () => {
    const ada = await person();
    const to = await addressOf(ada);
    const day = clock.now().toISOString().slice(0, 10);
    await deps.db.insertInto('mail_count').values({ user_id: ada.id, day, counter: 'read', count: 100 }).execute();
    const broken = `{"to":"${to}","text":"${'x'.repeat(300_000)}`;
    for (let time = 0; time < 2; time += 1) expect((await receive(broken)).body).toEqual(RECEIVED);
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['mails_left_out']);
  });

  test('parses at most 100 emails a day for one journal', async () => {
    clock.set(new Date(`${clock.now().toISOString().slice(0, 10)}T12:00:00Z`));
    const [ada, ben] = [await person(), await person()];
    const [to, other] = [await addressOf(ada), await addressOf(ben)];
    const { mailParser } = deps;
    let parsed = 0;
    const readMime = async (source: MailSource) => {
      parsed += 1;
      return mailParser.readMime(source);
    };
    Object.assign(deps, { mailParser: { ...mailParser, readMime } });
    const mail = rawTo(to, 'text/plain', 'x');
    for (let count = 0; count < 110; count += 10) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => receive(mail)));
      for (const { body } of responses) expect(body).toEqual(RECEIVED);
    }
    expect(parsed).toBe(100);
    // Other recipients still get it.
    await receive(rawTo(`${to}, ${other}`, 'text/plain', 'x'));
    clock.advance(12 * 60 * 60 * 1_000);
    await receive(rawTo(to, 'text/plain', 'x'));
    Object.assign(deps, { mailParser });
    expect(parsed).toBe(102);
    const rows = deps.db.selectFrom('journal_entry').select('user_id').where('user_id', 'in', [ada.id, ben.id]);
    expect((await rows.execute()).map(({ user_id }) => user_id).toSorted()).toEqual(
      [ada.id, ada.id, ben.id].toSorted(),
    );
  });

  test.each([
    ['no body', undefined],
    ['a list', []],
    ['no recipient', { message_id: 'a', text: 'b' }],
    ['no message id', { to: 'a@b.test', text: 'b' }],
    ['an empty message id', { message_id: '', to: 'a@b.test', text: 'c' }],
    ['neither text nor html', { message_id: 'a', to: 'b@c.test', subject: 'c' }],
    ['a missing text and html', { message_id: 'a', to: 'b@c.test', text: null, html: null }],
    ['a text that is a number', { message_id: 'a', to: 'b@c.test', text: 5 }],
    ['a recipient that is a number', { message_id: 'a', to: 5, text: 'b' }],
    ['a source in base64 that is none', { raw_base64: 'a:b' }],
    ['an object as the source', { raw: { path: '/etc/passwd' } }],
    ['a NUL', { message_id: 'a', to: 'b@c.test', text: '\u0000' }],
  ])('returns 400 for %s', async (_what, body) => {
    const before = await countRows();
    expect((await receive(body)).status).toBe(400);
    expect(await countRows()).toEqual(before);
  });

  test('returns 413 above the maximum size', async () => {
    expect((await receive({ raw: 'x'.repeat(15 * 1024 * 1024) })).status).toBe(413);
  });
});

describe('rate limits of the webhook', async () => {
  const limited = await startTestApp({ environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_ADDRESS: '5' } });
  const post = (body: unknown, headers = {}) => limited.call(null, 'POST', '/api/email/webhook', body, headers);
  const statuses = async (calls: readonly (() => ReturnType<typeof post>)[]) => {
    const results = [];
    for (const send of calls) results.push((await send()).status);
    return results;
  };

  test('do not count requests by IP address, because all emails of a mail service come from one', async () => {
    const ada = await limited.person();
    const to = (await limited.call(ada, 'GET', '/api/user/profile')).body.profile.inbound_address;
    const calls = Array.from({ length: 61 }, () => () => post(mailTo(to)));
    expect(await statuses(calls)).toEqual(calls.map(() => 200));
  });

  test('count requests with an Idempotency-Key, which is stored', async () => {
    const calls = Array.from({ length: 6 }, (_, number) => () => {
      return post(mailTo('a@meadow.test'), { 'idempotency-key': String(number) });
    });
    expect(await statuses(calls)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('reject long unwanted bodies after 30 in a minute, but never short ones', async () => {
    const junk = mailTo('a@meadow.test', { text: 'x'.repeat(300_000) });
    const calls = Array.from({ length: 31 }, () => () => post(junk));
    expect(await statuses(calls)).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expect((await post(mailTo('a@meadow.test'))).status).toBe(200);
  });
});

describe('POST /api/user/inbound-address', () => {
  const rotate = (user: Person | null, headers = {}) =>
    call(user, 'POST', '/api/user/inbound-address', undefined, headers);

  test('replaces the address, so that emails to the former one are ignored', async () => {
    const ada = await person();
    const before = await addressOf(ada);
    const { status, body } = await rotate(ada);
    expect([status, body]).toEqual([200, { inbound_address: await addressOf(ada) }]);
    expect(body.inbound_address).toMatch(/^journal-[0-9a-f]{32}@meadow\.test$/);
    expect(body.inbound_address).not.toBe(before);
    await receive(mailTo(before));
    expect(await entriesOf(ada)).toEqual([]);
    await receive(mailTo(body.inbound_address));
    expect(await entriesOf(ada)).toHaveLength(1);
  });

  test('does not store the response under an Idempotency-Key', async () => {
    const ada = await person();
    const headers = { 'idempotency-key': 'rotate' };
    expect((await rotate(ada, headers)).status).toBe(200);
    expect((await rotate(ada, headers)).body.code).toBe('idempotency.response-not-stored');
  });

  test('returns 401 without a token and 403 while impersonating', async () => {
    expect((await rotate(null)).status).toBe(401);
    const [ada, admin] = [await person(), await superAdmin()];
    const started = await call(admin, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: 'Help' });
    const impersonated = { ...ada, token: started.body.token };
    expect((await rotate(impersonated)).status).toBe(403);
    // The current address is hidden as well.
    expect(await addressOf(impersonated)).toBeNull();
  });
});

test('the journal address is visible to its owner only', async () => {
  const [ada, admin] = [await person(), await superAdmin()];
  const [, key = ''] = /journal-(\w+)@/.exec(await addressOf(ada)) ?? [];
  expect(key).toHaveLength(32);
  for (const url of [`/api/admin/users/${ada.id}`, '/api/admin/users', `/api/users/search?q=${ada.email}`]) {
    const { status, text } = await call(admin, 'GET', url);
    expect(status).toBe(200);
    expect(text).not.toContain(key);
    expect(text).not.toContain('inbound');
  }
});
