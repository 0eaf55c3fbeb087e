import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { labOf, measured, PREDICTED } from '../../lab/test-lab.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';
import { SPONSOR, sponsorsOf } from '../test-sponsors.ts';

const app = await startTestApp({
  environment: {
    LAB_CRON_SECRET: 'secret-of-the-spring',
    CRON_SECRET: 'secret-of-the-summer',
    DROPS_CRON_SECRET: 'secret-of-the-autumn',
  },
});
const { call, clock, deps, issuer, person, superAdmin } = app;
const other = await startSecondNode(app);
const { createApplication, createSponsor, contactSponsor, listEmailsTo } = sponsorsOf(app);
const { createPublicTemplate, createTemplate, replicateTemplate } = labOf(app);

const MONDAY = new Date('2026-11-16T08:00:00Z');
const NEXT_MONDAY = new Date('2026-11-23T09:00:00Z');
clock.set(MONDAY);
const created = await superAdmin();
const root = { ...created, token: await issuer.sign(created.id, MONDAY, { email: created.email }) };

const PATH = '/api/cron/lab/sponsor-outreach-digest';
const run = (secret = 'secret-of-the-spring', on = call) =>
  on(null, 'POST', PATH, undefined, { 'x-cron-secret': secret });
const emailsTo = async (sponsor: { id: string }) =>
  (await listEmailsTo(sponsor)).filter(({ category }) => category === 'sponsor-digest');
const clear = async () => {
  clock.set(MONDAY);
  await sql`truncate sponsor, outgoing_mail, mail_opt_out, lab_template cascade`.execute(deps.db);
};

describe('POST /api/cron/lab/sponsor-outreach-digest', () => {
  test('queues a digest email about the last week for each sponsor on the wall, with figures only', async () => {
    await clear();
    const [acme, quiet] = [await createSponsor(root), await createSponsor(root, { name: 'Quiet <b>Ltd</b>' })];
    const waiting = await createApplication();
    const [ada, ben] = [await person(), await person()];
    const template = await createPublicTemplate(ada, { title: 'canary-title', predicted_values: PREDICTED });
    await createPublicTemplate(ada);
    await createTemplate(ada, { predicted_values: PREDICTED });
    expect((await replicateTemplate(ben, template, measured(100))).status).toBe(201);
    for (let count = 0; count < 3; count += 1) await contactSponsor(ada, acme, { message: 'canary-words' });
    // Other weeks and private templates do not count.
    const robust = { is_robust: true, replications: 50, confirmations: 50 };
    for (const [at, isPublic] of [
      [MONDAY, true],
      [new Date('2026-11-15T23:59:59Z'), true],
      [new Date('2026-11-23T00:00:00Z'), true],
      [MONDAY, false],
    ] as const) {
      const { id } = await createTemplate(ada, { is_public: isPublic });
      const old = { created_at: new Date('2026-11-01T00:00:00Z'), robust_since: at, ...robust };
      await deps.db.updateTable('lab_template').set(old).where('id', '=', id).execute();
    }
    await deps.db.deleteFrom('outgoing_mail').execute();

    clock.set(NEXT_MONDAY);
    const { status, body } = await run();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: '2 digest emails were queued.',
        week_start: '2026-11-16',
        results: { queued: 2, failed: 0, errors: [] },
      },
    ]);
    const figures = { weekStart: '2026-11-16', newTemplates: 2, replications: 1, newlyRobust: 1 };
    expect(await emailsTo(acme)).toMatchObject([
      {
        status: 'queued',
        sender_id: null,
        recipient_email: SPONSOR.contact_email,
        subject: 'The lab of Meadow, 16–22 Nov',
        data: { ...figures, messages: 3 },
        expires_at: new Date('2026-11-30T00:00:00Z'),
      },
    ]);
    expect(await emailsTo(quiet)).toMatchObject([{ data: { ...figures, messages: 0 } }]);
    expect(await emailsTo(waiting)).toEqual([]);

    await sendDueMails(deps);
    const [email] = await emailsTo(quiet);
    expect(email).toMatchObject({ status: 'sent', data: {} });
    const source = (await deps.mail.readSource(email?.id ?? '')) ?? '';
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toContain('Auto-Submitted: auto-generated');
    const { html, text } = await PostalMime.parse(source);
    expect(html).toContain('Quiet &#60;b&#62;Ltd');
    expect(text).toContain('  2  new experiments\n  1  replication\n  1  result became robust\n  0  messages for you');
    expect(`${html}${text}`).not.toMatch(new RegExp(`canary-(title|words)|${ada.id}|${ada.email}`));
  });

  test('queues one digest email for each sponsor and week', async () => {
    await clear();
    const sponsor = await createSponsor(root);
    clock.set(NEXT_MONDAY);
    await run();
    await sendDueMails(deps);
    await run('secret-of-the-summer');
    clock.set(new Date('2026-11-29T23:59:59Z'));
    await run();
    // Also after the email is deleted.
    await deps.db.deleteFrom('outgoing_mail').execute();
    expect((await run()).body.results.queued).toBe(0);
    expect(await emailsTo(sponsor)).toEqual([]);
    clock.set(new Date('2026-11-30T00:00:00Z'));
    expect((await run()).body).toMatchObject({ week_start: '2026-11-23', results: { queued: 1 } });
    expect(await emailsTo(sponsor)).toHaveLength(1);
  });

  test('unsubscribes a sponsor by one click from digest emails only', async () => {
    await clear();
    const [tired, eager] = [await createSponsor(root), await createSponsor(root)];
    clock.set(NEXT_MONDAY);
    await run();
    await sendDueMails(deps);
    const [email] = await emailsTo(tired);
    const source = ((await deps.mail.readSource(email?.id ?? '')) ?? '').replaceAll(/\r\n[ \t]/g, '');
    const link = /List-Unsubscribe: ?<http:\/\/meadow\.test([^>]+)>/.exec(source)?.[1] ?? '';
    const page = await call(null, 'GET', link);
    expect([page.status, page.text.includes('Unsubscribe from emails about the lab?')]).toEqual([200, true]);
    expect(page.text).not.toContain('profile');
    expect((await call(null, 'POST', link)).status).toBe(200);
    expect((await call(null, 'POST', link)).status).toBe(200);
    clock.set(new Date('2026-11-30T09:00:00Z'));
    expect((await run()).body.results.queued).toBe(1);
    expect([await emailsTo(tired), await emailsTo(eager)].map(({ length }) => length)).toEqual([1, 2]);
    // Messages of users still arrive.
    clock.set(MONDAY);
    expect((await contactSponsor(await person(), tired)).status).toBe(201);
  });

  test('drops the email of a sponsor who has unsubscribed meanwhile, and an expired one', async () => {
    await clear();
    const [tired, late] = [await createSponsor(root), await createSponsor(root)];
    clock.set(NEXT_MONDAY);
    await run();
    const optOut = { external_recipient_id: tired.id, category: 'sponsor-digest' as const, created_at: clock.now() };
    await deps.db.insertInto('mail_opt_out').values(optOut).execute();
    clock.set(new Date('2026-11-30T00:00:00Z'));
    await sendDueMails(deps);
    for (const sponsor of [tired, late]) expect(await emailsTo(sponsor)).toMatchObject([{ status: 'dropped' }]);
  });

  test('five concurrent runs on two nodes after an interrupted one have the result of one run', async () => {
    await clear();
    const sponsors = [await createSponsor(root), await createSponsor(root), await createSponsor(root)];
    clock.set(NEXT_MONDAY);
    await run();
    // This simulates a run that was killed after the first sponsor.
    const later = sponsors.slice(1).map(({ id }) => id);
    await deps.db.deleteFrom('sponsor_digest').where('sponsor_id', 'in', later).execute();
    await deps.db.deleteFrom('outgoing_mail').where('external_recipient_id', 'in', later).execute();
    const responses = await Promise.all(
      [call, other.call, call, other.call, call].map((on) => run('secret-of-the-spring', on)),
    );
    expect(responses.map(({ status, body }) => [status, body.success])).toEqual(Array(5).fill([200, true]));
    await run();
    for (const sponsor of sponsors) expect(await emailsTo(sponsor)).toHaveLength(1);
  });

  test('reports a failed batch, rolls it back and retries at the next run', async () => {
    await clear();
    const sponsor = await createSponsor(root);
    clock.set(NEXT_MONDAY);
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(deps.db);
    await rename('outgoing_mail', 'gone');
    const { status, body } = await run().finally(() => rename('gone', 'outgoing_mail'));
    expect([status, body]).toMatchObject([200, { success: true, results: { queued: 0, failed: 1 } }]);
    expect(body.results.errors).toEqual([expect.stringContaining(sponsor.id)]);
    expect(await deps.db.selectFrom('sponsor_digest').select('sponsor_id').execute()).toEqual([]);
    expect((await run()).body.results.queued).toBe(1);
    expect(await emailsTo(sponsor)).toHaveLength(1);
  });

  test('reaches more sponsors than a batch has', async () => {
    await clear();
    const sponsors = Array.from({ length: 450 }, () => ({
      id: deps.ids.next(),
      name: 'One of many',
      tier: 'bronze' as const,
      contact_name: 'Many',
      contact_email: 'many@sponsors.test',
      status: 'approved' as const,
      applied_at: MONDAY,
      decided_at: MONDAY,
    }));
    await deps.db.insertInto('sponsor').values(sponsors).execute();
    clock.set(NEXT_MONDAY);
    expect((await run()).body.results).toEqual({ queued: 450, failed: 0, errors: [] });
    const { rows } = await sql<{ recipients: number }>`
      select count(distinct external_recipient_id)::integer as recipients from outgoing_mail`.execute(deps.db);
    expect(rows).toEqual([{ recipients: 450 }]);
  });

  test('accepts the secret as a bearer token', async () => {
    for (const secret of ['secret-of-the-spring', 'secret-of-the-summer']) {
      const headers = { authorization: `Bearer ${secret}` };
      expect((await call(null, 'POST', PATH, undefined, headers)).status).toBe(200);
    }
  });

  test.each(['', 'secret-of-the-autumn', 'wrong'])('returns 401 for the secret %j in both headers', async (secret) => {
    await clear();
    const sponsor = await createSponsor(root);
    clock.set(NEXT_MONDAY);
    expect((await run(secret)).status).toBe(401);
    const headers = { authorization: `Bearer ${secret}` };
    expect((await call(null, 'POST', PATH, undefined, headers)).status).toBe(401);
    expect((await call(root, 'POST', PATH)).status).toBe(401);
    expect(await emailsTo(sponsor)).toEqual([]);
  });

  test('returns 401 without a configured secret', async () => {
    const closed = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-autumn' } });
    for (const secret of ['', 'secret-of-the-autumn']) expect((await run(secret, closed.call)).status).toBe(401);
  });
});
