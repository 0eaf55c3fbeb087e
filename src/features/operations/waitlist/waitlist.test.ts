import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { settle } from '#test/plans.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock } = app;
const limited = await startTestApp({ environment: { RATE_LIMIT: 'on' } });

let root: Person;
beforeEach(async () => {
  await deps.db.deleteFrom('audit_log').execute();
  await deps.db.deleteFrom('waitlist_entry').execute();
  await deps.db.deleteFrom('outgoing_mail').execute();
  root = await superAdmin();
  await deps.db.deleteFrom('outgoing_mail').execute();
});

const rows = () => deps.db.selectFrom('waitlist_entry').selectAll().orderBy('id').execute();
const mails = () =>
  deps.db.selectFrom('outgoing_mail').selectAll().where('category', '=', 'invitation').orderBy('id').execute();
const audited = (action: string) => deps.db.selectFrom('audit_log').selectAll().where('action', '=', action).execute();
const joinWaitlist = (fields: object, caller: Person | null = null) => call(caller, 'POST', '/api/waitlist', fields);
const list = (actor: Person | null, query = '') => call(actor, 'GET', `/api/admin/waitlist${query}`);
const decide = (actor: Person | null, verb: string, { id }: { id: string }) =>
  call(actor, 'POST', `/api/admin/waitlist/${id}/${verb}`);

async function createEntry(fields: { email?: string; name?: string; note?: string } = {}) {
  const email = fields.email ?? `${randomUUID()}@people.test`;
  await joinWaitlist({ ...fields, email });
  return deps.db.selectFrom('waitlist_entry').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
}

describe('POST /api/waitlist', () => {
  test('stores an entry with name and note', async () => {
    const fields = { email: 'Ada.Brook@Example.org', name: ' Ada Brook ', note: ' I write every day.\n' };
    const { status, body } = await joinWaitlist(fields);
    expect([status, body]).toEqual([200, { message: expect.stringContaining('Thank you') }]);
    expect(await rows()).toEqual([
      {
        id: expect.any(String),
        email: 'Ada.Brook@Example.org',
        name: 'Ada Brook',
        note: 'I write every day.',
        status: 'pending',
        decided_by: null,
        decided_at: null,
        created_at: clock.now(),
        asked_at: clock.now(),
      },
    ]);
    expect(await mails()).toEqual([]);
  });

  test.each([{}, { name: null, note: null }, { name: ' ', note: '' }])(
    'accepts an email address only: %j',
    async (fields) => {
      expect((await joinWaitlist({ email: 'ada@example.org', ...fields })).status).toBe(200);
      expect(await rows()).toMatchObject([{ name: null, note: null }]);
    },
  );

  test('returns the same response for new, known, decided and registered email addresses', async () => {
    const ada = await person();
    const known = await createEntry();
    const approved = await createEntry();
    const declined = await createEntry();
    await decide(root, 'approve', approved);
    await decide(root, 'decline', declined);
    const responses = [];
    for (const email of ['new@example.org', known.email, approved.email, declined.email, ada.email]) {
      responses.push(await joinWaitlist({ email }));
    }
    const seen = responses.map(({ status, text, headers: { 'x-request-id': _id, date: _date, ...headers } }) => ({
      status,
      text,
      headers,
    }));
    expect(new Set(seen.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  test('keeps the first entry of an email address in any case', async () => {
    const first = await createEntry({ email: 'ada@example.org', name: 'Ada', note: 'First' });
    clock.advance(60_000);
    for (const email of ['ADA@example.org', 'ada@EXAMPLE.ORG', 'ada@example.org']) {
      expect((await joinWaitlist({ email, name: 'Eve', note: 'Second' })).status).toBe(200);
    }
    expect(await rows()).toEqual([{ ...first, asked_at: clock.now() }]);
  });

  test('does not change a decided entry and sends no second invitation', async () => {
    const entry = await createEntry();
    await decide(root, 'approve', entry);
    const [decided] = await rows();
    clock.advance(60_000);
    await joinWaitlist({ email: entry.email.toUpperCase() });
    expect(await rows()).toEqual([{ ...decided, asked_at: clock.now() }]);
    expect(await mails()).toHaveLength(1);
  });

  test('writes a row for a known email address too, so that the duration reveals nothing', async () => {
    const { email } = await createEntry();
    const versionOf = async (address: string) => {
      const { rows: found } = await sql<{ version: string }>`
        select xmin::text as version from waitlist_entry where email = ${address}`.execute(deps.db);
      return found[0]?.version;
    };
    const before = await versionOf(email);
    await joinWaitlist({ email });
    expect(await versionOf(email)).not.toBe(before);
  });

  test('ignores properties that callers cannot set', async () => {
    const foreign = {
      id: randomUUID(),
      status: 'approved',
      decided_by: root.id,
      decided_at: clock.now(),
      created_at: 0,
    };
    await joinWaitlist({ email: 'ada@example.org', ...foreign });
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'pending', decided_by: null, decided_at: null, created_at: clock.now() });
    expect(row?.id).not.toBe(foreign.id);
  });

  test('accepts values of the maximum length', async () => {
    const name = '🌻'.repeat(100);
    const note = '🌻'.repeat(500);
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.test`;
    expect((await joinWaitlist({ email, name, note })).status).toBe(200);
    expect(await rows()).toMatchObject([{ email, name, note }]);
  });

  test.each([
    ['no address', {}],
    ['an address without a domain', { email: 'ada' }],
    ['two addresses', { email: 'a@example.org, b@example.org' }],
    ['an address with a name', { email: 'Ada <ada@example.org>' }],
    ['an address with a header after it', { email: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['an address that is too long', { email: `ada@${'a'.repeat(250)}.test` }],
    ['a name that is too long', { email: 'ada@example.org', name: 'a'.repeat(201) }],
    ['a note that is too long', { email: 'ada@example.org', note: 'a'.repeat(1_001) }],
    ['a note that is not a string', { email: 'ada@example.org', note: ['a'] }],
  ])('returns 400 for %s', async (_what, fields) => {
    const { status, text } = await joinWaitlist(fields);
    expect(status).toBe(400);
    expect(text).not.toContain('example.org');
    expect(await rows()).toEqual([]);
  });

  test('returns 413 for a body above 16 KB', async () => {
    expect((await joinWaitlist({ email: 'ada@example.org', more: 'a'.repeat(20_000) })).status).toBe(413);
  });

  test('returns 429 after ten requests within an hour from one IP address', async () => {
    const responses = [];
    for (let count = 0; count < 12; count += 1) {
      responses.push(await limited.call(null, 'POST', '/api/waitlist', { email: `person-${count % 11}@example.org` }));
    }
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(Number(responses[10]?.headers['retry-after'])).toBeGreaterThan(60);
    expect(await limited.deps.db.selectFrom('waitlist_entry').select('id').execute()).toHaveLength(10);
  });
});

describe('GET /api/admin/waitlist', () => {
  test('lists entries, newest first, and audits each', async () => {
    const first = await createEntry({ name: 'Ada', note: 'A note' });
    clock.advance(1_000);
    const second = await createEntry();
    const { status, body } = await list(root);
    const viewed = ({ id, email, name, note, created_at }: typeof first) => ({
      ...{ id, email, name, note, status: 'pending', decided_by: null, decided_at: null },
      ...{ created_at: created_at.toISOString(), asked_at: created_at.toISOString() },
    });
    expect([status, body]).toEqual([200, { waitlist: [viewed(second), viewed(first)], next_cursor: null }]);
    const records = await audited('waitlist.read');
    expect(records.map(({ subject_id }) => subject_id).toSorted()).toEqual([first.id, second.id].toSorted());
    for (const record of records) {
      expect(record).toMatchObject({ actor_id: root.id, subject_type: 'waitlist_entry', details: {} });
    }
  });

  test('filters by status and returns pages', async () => {
    await deps.db.deleteFrom('waitlist_entry').execute();
    const entries = [];
    for (let count = 0; count < 5; count += 1) entries.push(await createEntry());
    entries.sort((one, other) => (one.id < other.id ? 1 : -1));
    const ids = entries.map(({ id }) => id);
    await decide(root, 'approve', entries[0] as { id: string });
    await decide(root, 'decline', entries[1] as { id: string });
    const idsOf = async (query: string) => (await list(root, query)).body.waitlist.map(({ id }: { id: string }) => id);
    expect(await idsOf('?status=approved')).toEqual([ids[0]]);
    expect(await idsOf('?status=declined')).toEqual([ids[1]]);
    expect(await idsOf('?status=pending')).toEqual(ids.slice(2));
    expect(await idsOf('')).toEqual(ids);
    for (const [query, of] of [
      ['', ids],
      ['&status=pending', ids.slice(2)],
    ] as const) {
      const page = (await list(root, `?limit=2${query}`)).body;
      expect(page.waitlist.map(({ id }: { id: string }) => id)).toEqual(of.slice(0, 2));
      expect(await idsOf(`?limit=2${query}&cursor=${page.next_cursor}`)).toEqual(of.slice(2, 4));
    }
  });

  test('reads each page from an index', async () => {
    await sql`
      insert into waitlist_entry (id, email, status, decided_at, created_at, asked_at)
      select gen_random_uuid(), n || '@people.test', case when n % 50 = 0 then 'pending' else 'declined' end,
        case when n % 50 > 0 then now() end, now() - n * interval '1 second', now()
      from generate_series(1, 20000) n`.execute(deps.db);
    await settle(deps.db, 'waitlist_entry');
    for (const [condition, index] of [
      ["where status = 'pending'", 'waitlist_entry_status_created_at_idx'],
      // Nearly all rows have this status, so that either index is fine.
      ["where status = 'declined'", 'waitlist_entry_'],
      ['', 'waitlist_entry_created_at_idx'],
    ]) {
      const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(
        `select * from waitlist_entry ${condition} order by created_at desc, id desc limit 501`,
      )}`.execute(deps.db);
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
      expect(plan).toContain(`Index Scan using ${index}`);
      expect(plan).not.toContain('Sort');
    }
  });

  test.each(['status=open', 'status=', 'limit=0', 'cursor=abc'])('returns 400 for %s', async (query) => {
    expect((await list(root, `?${query}`)).status).toBe(400);
  });

  test('returns 401 without a token and 403 for other users', async () => {
    expect((await list(null)).status).toBe(401);
    const { status, body } = await list(await person());
    expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    expect(await audited('waitlist.read')).toEqual([]);
  });
});

describe('POST /api/admin/waitlist/:id/approve', () => {
  describeDecision('approve', 'approved');

  test('sends an invitation email without an unsubscribe link', async () => {
    const entry = await createEntry({ email: 'ada@example.org', name: 'Ada' });
    await decide(root, 'approve', entry);
    const [queued, ...more] = await mails();
    expect(more).toEqual([]);
    expect(queued).toMatchObject({
      category: 'invitation',
      status: 'queued',
      user_id: null,
      recipient_email: 'ada@example.org',
    });
    expect(await sendDueMails(deps)).toEqual({ sent: 1 });
    expect(await sendDueMails(deps)).toEqual({});
    expect(await mails()).toMatchObject([{ status: 'sent', data: {} }]);
    const mail = await PostalMime.parse(await sourceOf(queued?.id ?? ''));
    expect(mail).toMatchObject({ subject: 'Your invitation to Meadow', to: [{ address: 'ada@example.org' }] });
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain('You can join now, Ada');
      expect(part).toContain('http://meadow.test');
      expect(part).not.toMatch(/unsubscribe/i);
    }
    expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    const shown = (await call(root, 'GET', '/api/admin/outbox')).body.mails;
    expect(shown).toMatchObject([{ kind: 'invitation', sender_id: null, to: 'ada@example.org', status: 'sent' }]);
  });

  test('escapes the name in the email', async () => {
    const name = 'Ada\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script>';
    await decide(root, 'approve', await createEntry({ email: 'ada@example.org', name }));
    const [queued] = await mails();
    await sendDueMails(deps);
    const source = await sourceOf(queued?.id ?? '');
    expect(source).not.toMatch(/^Bcc/im);
    const mail = await PostalMime.parse(source);
    expect(mail.bcc).toBeUndefined();
    expect(mail.html).not.toContain('<script');
  });

  test('is rolled back if the email cannot be stored', async () => {
    const entry = await createEntry();
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(deps.db);
    await rename('outgoing_mail', 'gone');
    const { status } = await decide(root, 'approve', entry).finally(() => rename('gone', 'outgoing_mail'));
    expect(status).toBe(500);
    expect(await rows()).toEqual([entry]);
    expect(await audited('waitlist.approve')).toEqual([]);
    expect((await decide(root, 'approve', entry)).status).toBe(200);
  });
});

describe('POST /api/admin/waitlist/:id/decline', () => {
  describeDecision('decline', 'declined');

  test('sends no email', async () => {
    await decide(root, 'decline', await createEntry());
    expect(await mails()).toEqual([]);
  });
});

function describeDecision(verb: 'approve' | 'decline', status: 'approved' | 'declined'): void {
  test('decides the entry, and audits it without personal data', async () => {
    const entry = await createEntry({ email: 'canary@example.org', name: 'canary', note: 'canary' });
    clock.advance(60_000);
    const response = await decide(root, verb, entry);
    expect([response.status, response.body]).toEqual([
      200,
      {
        waitlist_entry: {
          ...{ id: entry.id, email: entry.email, name: 'canary', note: 'canary' },
          ...{ status, decided_by: root.id, decided_at: clock.now().toISOString() },
          ...{ created_at: entry.created_at.toISOString(), asked_at: entry.asked_at.toISOString() },
        },
      },
    ]);
    expect(await rows()).toEqual([{ ...entry, status, decided_by: root.id, decided_at: clock.now() }]);
    const records = await audited(`waitlist.${verb}`);
    expect(records).toMatchObject([{ actor_id: root.id, subject_type: 'waitlist_entry', subject_id: entry.id }]);
    expect(JSON.stringify(records)).not.toContain('canary');
  });

  test.each(['approve', 'decline'])('returns 400 after a decision: %s', async (first) => {
    const entry = await createEntry();
    await decide(root, first, entry);
    const [before, sent] = [await rows(), await mails()];
    const { status: code, body } = await decide(root, verb, entry);
    expect([code, body.code]).toEqual([400, 'waitlist.decided']);
    expect([await rows(), await mails()]).toEqual([before, sent]);
  });

  test('returns 404 for an unknown id and 400 for an invalid one', async () => {
    const unknown = await decide(root, verb, { id: randomUUID() });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'waitlist.not-found']);
    expect((await decide(root, verb, { id: '1' })).status).toBe(400);
  });

  test('returns 401 without a token and 403 for other users', async () => {
    const entry = await createEntry();
    expect((await decide(null, verb, entry)).status).toBe(401);
    expect((await decide(await person(), verb, entry)).status).toBe(403);
    expect([await rows(), await mails()]).toEqual([[entry], []]);
  });
}

test('logs contain no personal data, also after failures', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const node = await startSecondNode(app, createLogger('trace', sink));
  const said = { email: 'canary@example.org', name: 'canary', note: 'canary' };
  await node.call(null, 'POST', '/api/waitlist', said);
  await node.call(null, 'POST', '/api/waitlist', { ...said, email: 'canary' });
  const [entry] = await rows();
  await node.call(root, 'GET', '/api/admin/waitlist');
  await node.call(root, 'POST', `/api/admin/waitlist/${entry?.id}/approve`);
  await sendDueMails(node.deps);
  await sql`alter table waitlist_entry rename to gone`.execute(deps.db);
  try {
    await node.call(null, 'POST', '/api/waitlist', said);
  } finally {
    await sql`alter table gone rename to waitlist_entry`.execute(deps.db);
  }
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.join('')).not.toContain('canary');
});

async function sourceOf(id: string): Promise<string> {
  const folder = join(deps.config.dataDirectory, 'outbox');
  const [name] = (await readdir(folder)).filter((file) => file.startsWith(id));
  return readFile(join(folder, name ?? ''), 'utf8');
}
