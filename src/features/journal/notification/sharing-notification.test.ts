import { describe, expect, test } from 'vitest';
import type { Actor } from '#access/actor.ts';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createEntry } from '../entry/entry.actions.ts';

const { person, call, clock, deps, issuer } = await startTestApp();

const DAY = 24 * 60 * 60 * 1_000;

const mention = ({ id }: Person) => `With @[A user](${id})`;

async function write(author: Person, fields: object = {}): Promise<{ id: string }> {
  const entry = { title: 'A canary', content: 'Words', mood: 'calm', ...fields };
  const { status, body } = await call(author, 'POST', '/api/journal', entry);
  expect(status).toBe(201);
  return body.entry;
}

async function change(author: Person, path: string, fields: object): Promise<void> {
  expect((await call(author, 'PATCH', path, fields)).status).toBe(200);
}

/** Returns the user with a new token. */
const renew = async (user: Person): Promise<Person> => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email }),
});

async function inboxOf(user: Person, kind?: string) {
  const { status, body } = await call(user, 'GET', `/api/notifications${kind === undefined ? '' : `?kind=${kind}`}`);
  expect(status).toBe(200);
  return body.notifications;
}

const actorOf = ({ id }: Person) => ({ id, full_name: 'Ada', avatar_url: null, is_ai: false });

/** An author named Ada, a member of Ada's team, a member of the organization only, and a user outside of it. */
async function createGroup() {
  const [ada, ben, cleo, eve] = await Promise.all([person(), person(), person(), person()]);
  await deps.db.updateTable('profile').set({ full_name: 'Ada' }).where('id', '=', ada.id).execute();
  const orgId = await createOrganization(deps, ada, [ben, cleo]);
  const teamId = await createTeam(deps, orgId, ada, [ben]);
  const shareWith = (level: 'team' | 'org' | 'public') => ({
    metadata_visibility: level,
    content_visibility: level,
    ...(level === 'team' && { team_id: teamId }),
    ...(level === 'org' && { org_id: orgId }),
  });
  return { ada, ben, cleo, eve, teamId, orgId, shareWith };
}

describe('A mention', () => {
  test('notifies the mentioned user who may read the text, with the entry and its author', async () => {
    const { ada, cleo, eve, shareWith } = await createGroup();
    const { id } = await write(ada, {
      content: `${mention(cleo)} ${mention(eve)} ${mention(ada)}`,
      ...shareWith('org'),
    });
    expect(await inboxOf(cleo)).toMatchObject([
      {
        kind: 'mentioned',
        key: 'notification.mentioned',
        body: 'Ada mentioned you in an entry.',
        data: { entry_id: id, from_user_id: ada.id },
        target: { type: 'entry', id },
        actor: actorOf(ada),
      },
    ]);
    expect([await inboxOf(eve), await inboxOf(ada)]).toEqual([[], []]);
    expect(JSON.stringify(await inboxOf(cleo))).not.toContain('canary');
    expect((await call(cleo, 'GET', `/api/journal/${id}`)).body.entry.content_hidden).toBe(false);
  });

  test('in a public entry notifies all mentioned users', async () => {
    const { ada, eve, shareWith } = await createGroup();
    await write(ada, { content: mention(eve), ...shareWith('public') });
    expect(await inboxOf(eve, 'mentioned')).toHaveLength(1);
  });

  test('in a text that the user may not read notifies when it is shared, once', async () => {
    const { ada, cleo, shareWith } = await createGroup();
    const { id } = await write(ada, { content: mention(cleo) });
    await change(ada, `/api/journal/${id}`, { ...shareWith('org'), content_visibility: 'user' });
    expect(await inboxOf(cleo)).toEqual([]);
    await change(ada, `/api/journal/${id}`, shareWith('org'));
    await change(ada, `/api/journal/${id}`, { title: 'Again', content: `${mention(cleo)} again` });
    expect(await inboxOf(cleo)).toHaveLength(1);
  });

  test('that is added later notifies the added user only', async () => {
    const { ada, ben, cleo, shareWith } = await createGroup();
    const { id } = await write(ada, { content: mention(cleo), ...shareWith('org') });
    await change(ada, `/api/journal/${id}`, { content: `${mention(cleo)} ${mention(ben)}` });
    expect([(await inboxOf(cleo)).length, (await inboxOf(ben)).length]).toEqual([1, 1]);
  });

  test('of a user in a blocked pair, an inactive or an unknown user notifies no one else', async () => {
    const { ada, ben, cleo, eve, shareWith } = await createGroup();
    await call(cleo, 'POST', `/api/users/${ada.id}/block`);
    await call(ada, 'POST', `/api/users/${eve.id}/block`);
    const unknown = mention({ ...ben, id: '00000000-0000-4000-8000-000000000009' });
    await write(ada, { content: `${mention(cleo)} ${mention(eve)} ${unknown}`, ...shareWith('public') });
    expect([await inboxOf(cleo), await inboxOf(eve), await inboxOf(ben)]).toEqual([[], [], []]);
  });

  test('notifies the first 50 users of an entry', async () => {
    const { ada, ben, eve, shareWith } = await createGroup();
    const unknown = Array.from({ length: 49 }, (_, index) => `00000000-0000-4000-8000-0000000001${index + 10}`);
    const content = [...unknown.map((id) => mention({ ...ada, id })), mention(ben), mention(eve)].join(' ');
    await write(ada, { content, ...shareWith('public') });
    expect([(await inboxOf(ben)).length, await inboxOf(eve)]).toEqual([1, []]);
  });
});

describe('An entry shared with a team', () => {
  test('notifies its other members, and no other user', async () => {
    const { ada, ben, cleo, teamId, shareWith } = await createGroup();
    const { id } = await write(ada, shareWith('team'));
    expect(await inboxOf(ben)).toMatchObject([
      {
        kind: 'entry_shared',
        body: 'Ada shared an entry with “A team”.',
        data: { entry_id: id, team_id: teamId, group_name: 'A team', from_user_id: ada.id },
        target: { type: 'entry', id },
        actor: actorOf(ada),
      },
    ]);
    expect([await inboxOf(ada), await inboxOf(cleo)]).toEqual([[], []]);
  });

  test('notifies once a day (UTC) for each author', async () => {
    const { ada, ben, shareWith } = await createGroup();
    for (let count = 0; count < 3; count += 1) await write(ada, shareWith('team'));
    expect(await inboxOf(ben)).toHaveLength(1);
  });

  test('notifies when it is shared, not when it is changed afterwards', async () => {
    const { ada, ben, shareWith } = await createGroup();
    const { id } = await write(ada);
    await change(ada, `/api/journal/${id}`, shareWith('team'));
    expect(await inboxOf(ben)).toHaveLength(1);
    clock.advance(DAY);
    const renewed = await renew(ada);
    await change(renewed, `/api/journal/${id}`, { title: 'Changed', ...shareWith('team') });
    expect(await inboxOf(await renew(ben))).toHaveLength(1);
  });

  test('notifies a mentioned member of the mention only', async () => {
    const { ada, ben, shareWith } = await createGroup();
    await write(ada, { content: mention(ben), ...shareWith('team') });
    expect(await inboxOf(ben)).toMatchObject([{ kind: 'mentioned' }]);
  });

  test('does not notify if the organization or all users can see it', async () => {
    const { ada, ben, shareWith } = await createGroup();
    await write(ada, shareWith('org'));
    await write(ada, shareWith('public'));
    expect(await inboxOf(ben)).toEqual([]);
  });

  test('does not notify a team of more than 100 other members', async () => {
    const { ada, ben, teamId, orgId, shareWith } = await createGroup();
    const now = clock.now();
    const ids = Array.from({ length: 100 }, () => deps.ids.next());
    const profile = { full_name: 'Member', role_changed_at: now, created_at: now, updated_at: now };
    await deps.db
      .insertInto('profile')
      .values(ids.map((id) => ({ id, ...profile })))
      .execute();
    const joined = { org_id: orgId, role: 'member' as const, joined_at: now, accepted_at: now };
    await deps.db
      .insertInto('organization_member')
      .values(ids.map((user_id) => ({ ...joined, user_id })))
      .execute();
    const inTeam = { ...joined, team_id: teamId };
    await deps.db
      .insertInto('team_member')
      .values(ids.map((user_id) => ({ ...inTeam, user_id })))
      .execute();
    await write(ada, shareWith('team'));
    expect(await inboxOf(ben)).toEqual([]);
  });
});

test('An entry costs the same number of statements for one recipient and for several', async () => {
  const { ada, ben, cleo, eve, shareWith } = await createGroup();
  const counts = [];
  for (const mentioned of [[cleo], [ben, cleo, eve]]) {
    const { db, count } = countStatements(deps.db);
    const content = mentioned.map(mention).join(' ');
    const entry = { title: 'A canary', content, mood: 'calm', ...shareWith('public') };
    await createEntry({ ...deps, db }, { userId: ada.id, isSuperAdmin: false } as Actor, entry);
    counts.push(count());
  }
  expect(counts[1]).toBe(counts[0]);
  expect((await inboxOf(cleo)).length).toBe(2);
});

describe('A notebook shared with a team', () => {
  test('notifies its other members once, and its entries notify as those of the team', async () => {
    const { ada, ben, cleo, teamId, shareWith } = await createGroup();
    const { status, body } = await call(ada, 'POST', '/api/notebooks', { name: 'Canary', ...shareWith('team') });
    expect(status).toBe(201);
    const { id } = body.notebook;
    expect(await inboxOf(ben)).toMatchObject([
      {
        kind: 'notebook_shared',
        body: 'Ada shared a notebook with “A team”.',
        data: { notebook_id: id, team_id: teamId, from_user_id: ada.id },
        target: { type: 'notebook', id },
        actor: actorOf(ada),
      },
    ]);
    await change(ada, `/api/notebooks/${id}`, { name: 'Again', ...shareWith('team') });
    clock.advance(1);
    await write(ada, { notebook_id: id });
    expect((await inboxOf(ben)).map(({ kind }: { kind: string }) => kind)).toEqual(['entry_shared', 'notebook_shared']);
    expect([await inboxOf(ada), await inboxOf(cleo)]).toEqual([[], []]);
  });

  test('notifies when it is shared', async () => {
    const { ada, ben, shareWith } = await createGroup();
    const { body } = await call(ada, 'POST', '/api/notebooks', { name: 'Mine' });
    expect(await inboxOf(ben)).toEqual([]);
    await change(ada, `/api/notebooks/${body.notebook.id}`, shareWith('team'));
    expect(await inboxOf(ben, 'notebook_shared')).toHaveLength(1);
  });
});
