import { randomUUID } from 'node:crypto';
import { v1, v4, v6, v7 } from 'uuid';
import { afterEach, describe, expect, test } from 'vitest';
import { addDays } from '#platform/days/calendar-date.ts';
import { createOrganization, createTeam, deleteTeamMember } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, ai, deps, clock } = await startTestApp();

afterEach(() => ai.behave({ mode: 'normal' }));

const SURE = {
  primaryTone: 'hopeful',
  tones: [{ tone: 'hopeful', score: 0.9 }],
  sentiment: 'positive',
  confidence: 0.51,
};
const UNSURE = { ...SURE, primaryTone: 'tired', confidence: 0.49 };
const ON_THE_LINE = { ...SURE, confidence: 0.5 };

/** Creates an entry with a mood, so that no analysis is needed. Returns it as the API does. */
async function write(author: Person, fields: object = {}) {
  const entry = { title: 'An entry', content: 'Some text', mood: 'calm', ...fields };
  const { status, body } = await call(author, 'POST', '/api/journal', entry);
  expect(status).toBe(201);
  return body.entry;
}

async function makeNotebook(owner: Person, fields: object = {}): Promise<string> {
  const { body } = await call(owner, 'POST', '/api/notebooks', { name: 'A notebook', ...fields });
  return body.notebook.id;
}

/** Runs a test at another time. */
async function atInstant(instant: string, run: () => Promise<void>): Promise<void> {
  const before = clock.now();
  clock.set(new Date(instant));
  await run().finally(() => clock.set(before));
}

const rowOf = (id: string) => deps.db.selectFrom('journal_entry').selectAll().where('id', '=', id).executeTakeFirst();

const rowsOf = (author: Person) =>
  deps.db.selectFrom('journal_entry').selectAll().where('user_id', '=', author.id).execute();

const auditOf = (actor: Person) =>
  deps.db.selectFrom('audit_log').selectAll().where('actor_id', '=', actor.id).execute();

const usageOf = (author: Person) =>
  deps.db.selectFrom('token_usage').selectAll().where('user_id', '=', author.id).execute();

const questionsAbout = (text: string) => ai.requests.filter((request) => request.text.includes(text));

/** A unique text, so that the requests about it can be found. */
const uniqueText = () => `text ${randomUUID()}`;

/** A body without what differs between two answers for the same reason. */
const withoutRequestId = ({ request_id: _, ...body }: Record<string, unknown>) => body;

/** Fields that no entry can have, for writing and for changing alike. */
const INVALID_FIELDS: { what: string; fields: object }[] = [
  { what: 'an empty title', fields: { title: '' } },
  { what: 'a title of 201 characters', fields: { title: 't'.repeat(201) } },
  { what: 'a title of 201 characters of four bytes', fields: { title: '🌻'.repeat(201) } },
  { what: 'a title of null', fields: { title: null } },
  { what: 'a title that is a number', fields: { title: 5 } },
  { what: 'a title that is a list', fields: { title: ['A title'] } },
  { what: 'content of 100,001 characters', fields: { content: 'c'.repeat(100_001) } },
  { what: 'content of null', fields: { content: null } },
  { what: 'content that is an object', fields: { content: {} } },
  { what: 'content with a NUL character', fields: { content: 'before\0after' } },
  { what: '51 tags', fields: { tags: Array.from({ length: 51 }, (_, index) => `tag ${index}`) } },
  { what: 'a tag of 51 characters', fields: { tags: ['t'.repeat(51)] } },
  { what: 'an empty tag', fields: { tags: [''] } },
  { what: 'a tag that is a number', fields: { tags: [1] } },
  { what: 'tags of null', fields: { tags: null } },
  { what: 'tags in one text', fields: { tags: 'one, two' } },
  { what: 'a mood of 51 characters', fields: { mood: 'm'.repeat(51) } },
  { what: 'an empty mood', fields: { mood: '' } },
  { what: 'a mood that is true', fields: { mood: true } },
  { what: 'a level that there is not', fields: { metadata_visibility: 'friends' } },
  { what: 'a level in capitals', fields: { content_visibility: 'PUBLIC' } },
  { what: 'an empty level', fields: { content_visibility: '' } },
  { what: 'a team that is no UUID', fields: { team_id: 'team' } },
  { what: 'an organization that is a number', fields: { org_id: 7 } },
  { what: 'a notebook that is no UUID', fields: { notebook_id: '123' } },
  { what: 'a notebook as a URN', fields: { notebook_id: `urn:uuid:${randomUUID()}` } },
];

/** The widest that each field can be. */
const WIDEST_FIELDS: { what: string; fields: Record<string, unknown> }[] = [
  { what: 'a title of 1 character', fields: { title: 't' } },
  { what: 'a title of 200 characters', fields: { title: 't'.repeat(200) } },
  { what: 'a title of 200 characters of four bytes', fields: { title: '🌻'.repeat(200) } },
  { what: 'no content', fields: { content: '' } },
  { what: 'content of 100,000 characters', fields: { content: 'c'.repeat(100_000) } },
  { what: 'content of 100,000 characters of four bytes', fields: { content: '🌻'.repeat(100_000) } },
  { what: 'content that looks like markup', fields: { content: '<img src=x onerror=alert(1)>{{7*7}}%_\\\'";--' } },
  { what: 'no tags', fields: { tags: [] } },
  {
    what: '50 tags of 50 characters',
    fields: { tags: Array.from({ length: 50 }, (_, index) => String(index).padStart(50, 't')) },
  },
  { what: 'tags with commas, quotes and braces', fields: { tags: ['a,b', '"c"', '{d}', 'NULL', '\\'] } },
  { what: 'a mood of 50 characters', fields: { mood: 'm'.repeat(50) } },
  { what: 'a mood that no analysis would say', fields: { mood: 'gloriously odd' } },
];

/** Read-only fields of an entry. */
const FOREIGN_KEYS = {
  id: '0a0a0a0a-1111-4222-8333-444444444444',
  user_id: '0a0a0a0a-1111-4222-8333-444444444444',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  music_track_id: 'a-track',
  effective_metadata_visibility: 'public',
  effective_content_visibility: 'public',
  metadata_audience: '00000000-0000-0000-0000-000000000000',
  content_audience: '00000000-0000-0000-0000-000000000000',
  content_hidden: true,
  emotional_tone: SURE,
  mentions: [{ user_id: '0a0a0a0a-1111-4222-8333-444444444444', name: 'Ada' }],
  anything: 'else',
};

/** Sharing that the rules refuse, by what the author would have to have. */
async function refusedSharings() {
  const elsewhere = await person();
  const strangersOrg = await createOrganization(deps, elsewhere);
  const strangersTeam = await createTeam(deps, strangersOrg, elsewhere);
  return [
    { fields: { metadata_visibility: 'team' }, status: 400, code: 'visibility.team-required' },
    { fields: { content_visibility: 'team' }, status: 400, code: 'visibility.team-required' },
    { fields: { metadata_visibility: 'org' }, status: 400, code: 'visibility.org-required' },
    { fields: { content_visibility: 'org', team_id: null }, status: 400, code: 'visibility.org-required' },
    { fields: { metadata_visibility: 'team', team_id: randomUUID() }, status: 400, code: 'visibility.team-unknown' },
    { fields: { metadata_visibility: 'org', org_id: randomUUID() }, status: 400, code: 'visibility.org-unknown' },
    { fields: { team_id: randomUUID() }, status: 400, code: 'visibility.team-unknown' },
    {
      fields: { metadata_visibility: 'team', team_id: strangersTeam },
      status: 403,
      code: 'visibility.not-team-member',
    },
    { fields: { content_visibility: 'org', org_id: strangersOrg }, status: 403, code: 'visibility.not-org-member' },
    { fields: { team_id: strangersTeam }, status: 403, code: 'visibility.not-team-member' },
    { fields: { notebook_id: await makeNotebook(elsewhere) }, status: 400, code: 'journal.notebook-not-yours' },
    {
      fields: { notebook_id: await makeNotebook(elsewhere, { metadata_visibility: 'public' }) },
      status: 400,
      code: 'journal.notebook-not-yours',
    },
    { fields: { notebook_id: randomUUID() }, status: 400, code: 'journal.notebook-not-yours' },
  ];
}

describe('POST /api/journal', () => {
  test('returns 201 with the complete entry and stores it', async () => {
    const ada = await person();
    const notebook_id = await makeNotebook(ada);
    const fields = { title: 'Day one', content: 'I walked', mood: 'wistful', tags: ['walk', 'rain'], notebook_id };
    const { status, body } = await call(ada, 'POST', '/api/journal', fields);
    expect(status).toBe(201);
    const now = clock.now();
    expect(body.entry).toEqual({
      ...fields,
      photos: [],
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: ada.id,
      author: { id: ada.id, full_name: 'A Person', avatar_url: null, is_ai: false },
      content_hidden: false,
      excerpt: 'I walked',
      word_count: 2,
      emotional_tone: null,
      notebook: { id: notebook_id, name: expect.any(String) },
      team: null,
      organization: null,
      track: null,
      can: { edit: true, delete: true, encourage: false },
      inherits: { metadata: true, content: true },
      audience: {
        metadata: { kind: 'private', name: null, people_count: 0 },
        content: { kind: 'private', name: null, people_count: 0 },
      },
      metadata_visibility: 'user',
      content_visibility: 'user',
      team_id: null,
      org_id: null,
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'user',
      music_track_id: null,
      background_image_url: null,
      mentions: [],
      entry_date: now.toISOString().slice(0, 10),
      version: 1,
      written_at: now.toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    });
    expect(await rowsOf(ada)).toMatchObject([
      { ...fields, id: body.entry.id, created_at: now, metadata_audience: null, content_audience: null },
    ]);
  });

  test("stores the author's mood without an analysis", async () => {
    const ada = await person();
    const content = `I am so happy. ${uniqueText()}`;
    const entry = await write(ada, { content, mood: 'wistful' });
    expect(entry).toMatchObject({ mood: 'wistful', emotional_tone: null });
    expect(questionsAbout(content)).toEqual([]);
    expect(await usageOf(ada)).toEqual([]);
  });

  test('detects the mood of the content only, stores the analysis and records the cost', async () => {
    const ada = await person();
    const content = uniqueText();
    const title = uniqueText();
    ai.behave({ mode: 'answer-with', value: SURE });
    const { status, body } = await call(ada, 'POST', '/api/journal', { title, content });
    expect(status).toBe(201);
    expect(body.entry).toMatchObject({ mood: 'hopeful', emotional_tone: SURE });
    expect(await rowOf(body.entry.id)).toMatchObject({ mood: 'hopeful', emotional_tone: SURE });

    const [question, ...more] = questionsAbout(content);
    expect(more).toEqual([]);
    expect(question).toMatchObject({ schemaName: 'tone_analysis' });
    expect(question?.text).not.toContain(title);
    // The sandbox counts four characters as a token, in each part of a question and in the answer.
    const tokensIn = (text = '') => Math.ceil(text.length / 4);
    const input = tokensIn(question?.instructions) + tokensIn(question?.text);
    const output = tokensIn(JSON.stringify(SURE));
    expect(await usageOf(ada)).toEqual([
      {
        id: expect.any(String),
        user_id: ada.id,
        type: 'tone_analysis',
        model: question?.model,
        input_tokens: input,
        output_tokens: output,
        // 0.15 USD for a million tokens in, 0.60 USD for a million out.
        cost_usd: ((input * 15 + output * 60) / 100_000_000).toFixed(8),
        reference_id: body.entry.id,
        created_at: clock.now(),
      },
    ]);
  });

  test("detects the mood of plain English with the sandbox's default behaviour", async () => {
    const { body } = await call(await person(), 'POST', '/api/journal', {
      title: 'Yes',
      content: 'I am so happy, this was the best day, I laughed all evening.',
    });
    expect(body.entry.mood).toBe('joyful');
  });

  test.each([
    { what: 'below the threshold', response: UNSURE },
    { what: 'exactly at the threshold', response: ON_THE_LINE },
  ])('leaves the mood empty if the confidence is $what, and records the usage', async ({ response }) => {
    const ada = await person();
    ai.behave({ mode: 'answer-with', value: response });
    const { body } = await call(ada, 'POST', '/api/journal', { title: 'A title', content: 'Hm.' });
    expect(body.entry).toMatchObject({ mood: null, emotional_tone: response });
    expect(await usageOf(ada)).toHaveLength(1);
  });

  test.each([
    { what: 'empty', content: '' },
    { what: 'nothing but white space', content: ' \n\t  ' },
  ])('does not analyze content that is $what', async ({ content }) => {
    const ada = await person();
    const asked = ai.requests.length;
    const { status, body } = await call(ada, 'POST', '/api/journal', { title: 'I am so happy', content });
    expect(status).toBe(201);
    expect(body.entry).toMatchObject({ content, mood: null, emotional_tone: null });
    expect(ai.requests.length).toBe(asked);
    expect(await usageOf(ada)).toEqual([]);
  });

  test.each([
    { what: 'refuses', behaviour: { mode: 'refuse-with', status: 400 } },
    { what: 'is out of order', behaviour: { mode: 'refuse-with', status: 503 } },
    { what: 'talks garbage', behaviour: { mode: 'garbage' } },
    { what: 'cuts the connection', behaviour: { mode: 'reset' } },
    {
      what: 'names a tone that there is not',
      behaviour: { mode: 'answer-with', value: { ...SURE, primaryTone: 'evil' } },
    },
    { what: 'is surer than sure', behaviour: { mode: 'answer-with', value: { ...SURE, confidence: 1.5 } } },
  ] as const)('201 leaves the mood empty where the provider $what', async ({ behaviour }) => {
    const ada = await person();
    const content = uniqueText();
    ai.behave(behaviour);
    const { status, body } = await call(ada, 'POST', '/api/journal', { title: 'A title', content });
    expect(status).toBe(201);
    expect(body.entry).toMatchObject({ content, mood: null, emotional_tone: null });
    expect(questionsAbout(content)).toHaveLength(1);
    expect(await rowsOf(ada)).toHaveLength(1);
    // What a model has answered is paid for, whether it can be used or not.
    const used = { type: 'tone_analysis', reference_id: body.entry.id };
    expect(await usageOf(ada)).toMatchObject(behaviour.mode === 'answer-with' ? [used] : []);
  });

  test('analyzes the start of a long text without splitting a character', async () => {
    const ada = await person();
    const begin = uniqueText();
    const content = `${begin.padEnd(19_999)}🌻 and the end`;
    const { status } = await call(ada, 'POST', '/api/journal', { title: 'A title', content });
    expect(status).toBe(201);
    const [question] = questionsAbout(begin);
    expect(question?.text).not.toContain('the end');
    expect(question?.text.isWellFormed()).toBe(true);
  });

  test.each(WIDEST_FIELDS)('201 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const entry = await write(ada, fields);
    expect(entry).toMatchObject(fields);
    expect((await call(ada, 'GET', `/api/journal/${entry.id}`)).body.entry).toMatchObject(fields);
  });

  test('treats null as omitted in all optional fields but the tags', async () => {
    const ada = await person();
    const nulls = {
      notebook_id: null,
      metadata_visibility: null,
      content_visibility: null,
      team_id: null,
      org_id: null,
    };
    const entry = await write(ada, nulls);
    expect(entry).toMatchObject({ ...nulls, metadata_visibility: 'user', content_visibility: 'user' });
  });

  test('ignores read-only fields', async () => {
    const ada = await person();
    const entry = await write(ada, { ...FOREIGN_KEYS, id: undefined });
    const expected = {
      user_id: ada.id,
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'user',
      music_track_id: null,
      emotional_tone: null,
      mentions: [],
    };
    const now = clock.now();
    expect(entry).toMatchObject({ ...expected, content_hidden: false, created_at: now.toISOString() });
    expect(await rowsOf(ada)).toMatchObject([
      { ...expected, created_at: now, updated_at: now, metadata_audience: null, content_audience: null },
    ]);
  });

  test('lists the users that the content mentions, each once', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const entry = await write(ada, { content: `With @[Ben](${ben.id}) and @[Ben](${ben.id})` });
    expect(entry.mentions).toEqual([{ user_id: ben.id, name: 'Ben' }]);
    expect((await call(ben, 'GET', `/api/journal/${entry.id}`)).status, 'a mention shows nothing').toBe(404);
  });

  test('inherits each level of user from the notebook, with the notebook’s own group', async () => {
    const [ada, teamMate, otherMate] = await Promise.all([person(), person(), person()]);
    const org_id = await createOrganization(deps, ada, [teamMate, otherMate]);
    const notebooksTeam = await createTeam(deps, org_id, ada, [teamMate]);
    const entrysTeam = await createTeam(deps, org_id, ada, [otherMate]);
    const notebook_id = await makeNotebook(ada, {
      metadata_visibility: 'team',
      content_visibility: 'public',
      team_id: notebooksTeam,
    });
    const entry = await write(ada, { notebook_id, team_id: entrysTeam });
    expect(entry).toMatchObject({
      metadata_visibility: 'user',
      content_visibility: 'user',
      effective_metadata_visibility: 'team',
      effective_content_visibility: 'public',
    });
    expect((await call(teamMate, 'GET', `/api/journal/${entry.id}`)).body.entry.content).toBe('Some text');
    expect((await call(otherMate, 'GET', `/api/journal/${entry.id}`)).status).toBe(404);
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and stores nothing', async ({ fields }) => {
    const ada = await person();
    const asked = ai.requests.length;
    const { status, body } = await call(ada, 'POST', '/api/journal', { title: 'A title', content: 'Text', ...fields });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^request\./) });
    expect(await rowsOf(ada)).toEqual([]);
    expect(ai.requests.length).toBe(asked);
  });

  test.each([
    { what: 'no body', body: undefined },
    { what: 'a list', body: [] },
    { what: 'no title', body: { content: 'Text' } },
    { what: 'no content', body: { title: 'A title' } },
  ])('returns 400 for $what and names the field', async ({ body }) => {
    const ada = await person();
    const response = await call(ada, 'POST', '/api/journal', body);
    expect(response.status).toBe(400);
    expect(response.body.details.length).toBeGreaterThan(0);
    expect(await rowsOf(ada)).toEqual([]);
  });

  test('returns 400 or 403 for incomplete, unknown or foreign sharing before the provider is called', async () => {
    const ada = await person();
    for (const { fields, status, code } of await refusedSharings()) {
      const asked = ai.requests.length;
      const response = await call(ada, 'POST', '/api/journal', { title: 'A title', content: 'Text', ...fields });
      expect({ fields, status: response.status, code: response.body.code }).toEqual({ fields, status, code });
      expect(ai.requests.length).toBe(asked);
    }
    expect(await rowsOf(ada)).toEqual([]);
  });

  test("returns the same 400 for another user's notebook as for an unknown one", async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const responses = [await makeNotebook(ben), randomUUID()].map((notebook_id) =>
      call(ada, 'POST', '/api/journal', { title: 'A title', content: '', notebook_id }),
    );
    const [foreign, unknown] = await Promise.all(responses);
    expect(withoutRequestId(foreign?.body)).toEqual(withoutRequestId(unknown?.body));
  });

  test('returns 401 without a token, whatever the body', async () => {
    const { status, body } = await call(null, 'POST', '/api/journal', { title: '' });
    expect(status).toBe(401);
    expect(body.code).toBe('auth.token-missing');
  });

  test.each([
    ['Pacific/Kiritimati', '2027-03-02'],
    ['Pacific/Niue', '2027-02-28'],
    [undefined, '2027-03-01'],
  ])('dates an entry today in the time zone %s', async (timezone, today) => {
    await atInstant('2027-03-01T10:30:00Z', async () => {
      const ada = await person();
      if (timezone !== undefined) await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone } });
      expect((await write(ada)).entry_date).toBe(today);
      const { id } = await write(ada, { entry_date: addDays(today, 1) });
      expect(await rowOf(id)).toMatchObject({ entry_date: addDays(today, 1), created_date: today });
      for (const entry_date of [addDays(today, 2), '9999-12-31']) {
        const fields = { title: 'A title', content: '', entry_date };
        const expected = { status: 400, body: { code: 'journal.entry-date-out-of-range' } };
        expect(await call(ada, 'POST', '/api/journal', fields)).toMatchObject(expected);
        expect(await call(ada, 'PUT', `/api/journal/${id}`, { entry_date })).toMatchObject(expected);
      }
      expect(await rowsOf(ada)).toHaveLength(2);
    });
  });

  test.each(['1899-12-31', '2026-02-30', '01.02.2026', '', null, 5, '2026-01-01T00:00:00Z'])(
    'returns 400 for the entry date %j',
    async (entry_date) => {
      const response = await call(await person(), 'POST', '/api/journal', {
        title: 'A title',
        content: '',
        entry_date,
      });
      expect(response).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );

  test('keeps the time of writing of an entry that arrives later, and dates it by that', async () => {
    await atInstant('2027-03-01T10:30:00Z', async () => {
      const ada = await person();
      await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Europe/Lisbon' } });
      const written_at = '2027-02-27T00:10:00.000Z';
      const entry = await write(ada, { written_at });
      const times = { written_at, created_at: '2027-03-01T10:30:00.000Z', updated_at: '2027-03-01T10:30:00.000Z' };
      expect(entry).toMatchObject({ entry_date: '2027-02-27', ...times });
      expect((await call(ada, 'GET', `/api/journal/${entry.id}`)).body.entry).toMatchObject(times);
      expect(await rowOf(entry.id)).toMatchObject({ created_date: '2027-03-01' });
      const { body } = await call(ada, 'PUT', `/api/journal/${entry.id}`, { title: 'Changed' });
      expect(body.entry).toMatchObject({ written_at, entry_date: '2027-02-27' });
      expect((await write(ada, { written_at, entry_date: '2027-02-20' })).entry_date).toBe('2027-02-20');
    });
  });

  test('keeps the time of writing through the trash', async () => {
    const ada = await person();
    const written_at = new Date(clock.now().getTime() - 3_600_000).toISOString();
    const { id } = await write(ada, { written_at });
    await call(ada, 'DELETE', `/api/journal/${id}`);
    await call(ada, 'POST', `/api/trash/${id}/restore`);
    expect((await call(ada, 'GET', `/api/journal/${id}`)).body.entry).toMatchObject({ id, written_at });
  });

  test.each([
    ['more than two minutes ahead', 120_001],
    ['more than thirty days ago', -30 * 86_400_000 - 1],
  ])('returns 400 for a time of writing %s, and stores nothing', async (_when, offset) => {
    const ada = await person();
    const written_at = new Date(clock.now().getTime() + offset).toISOString();
    const response = await call(ada, 'POST', '/api/journal', { title: 'A title', content: '', written_at });
    expect(response).toMatchObject({ status: 400, body: { code: 'journal.written-at-out-of-range' } });
    expect(await rowsOf(ada)).toEqual([]);
  });

  test.each([v4(), v7(), v4().toUpperCase()])('takes the id %s of the client once', async (id) => {
    const [ada, ben] = [await person(), await person()];
    expect((await write(ada, { id })).id).toBe(id.toLowerCase());
    const content = uniqueText();
    for (const author of [ada, ben]) {
      const response = await call(author, 'POST', '/api/journal', { id, title: 'Again', content });
      expect(response).toMatchObject({ status: 409, body: { code: 'record.id-taken' } });
      expect(response.text).not.toContain('An entry');
    }
    expect(questionsAbout(content)).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ user_id: ada.id, title: 'An entry' });
  });

  test.each([v1(), v6(), randomUUID().replace(/(.{14})./, '$18'), '', 'no-id', null, 5])(
    'returns 400 for the id %j',
    async (id) => {
      const response = await call(await person(), 'POST', '/api/journal', { id, title: 'A title', content: '' });
      expect(response).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );

  test('returns the first response to a repeated idempotency key with an id', async () => {
    const ada = await person();
    const fields = { id: v7(), title: 'A title', content: 'Text' };
    const send = () => call(ada, 'POST', '/api/journal', fields, { 'idempotency-key': fields.id });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });
});

describe('GET /api/journal/:id', () => {
  test('returns the entry to its author as it was created', async () => {
    const ada = await person();
    const entry = await write(ada);
    const { status, body } = await call(ada, 'GET', `/api/journal/${entry.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ entry });
  });

  test('accepts an id in upper case', async () => {
    const ada = await person();
    const { id } = await write(ada);
    expect((await call(ada, 'GET', `/api/journal/${id.toUpperCase()}`)).body.entry.id).toBe(id);
  });

  test('hides content and its mentions in all fields of the response', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const canary = uniqueText();
    const content = `@[Canary](${randomUUID()}) ${canary}`;
    const { id } = await write(ada, { content, metadata_visibility: 'public' });
    const { status, body, text } = await call(ben, 'GET', `/api/journal/${id}`);
    expect(status).toBe(200);
    expect(body.entry).toMatchObject({ title: 'An entry', content: null, content_hidden: true, mentions: null });
    expect(text).not.toContain(canary);
    expect(text).not.toContain('Canary');
  });

  test('audits that a super admin reads hidden content', async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const { id } = await write(ada, { metadata_visibility: 'public' });
    expect((await call(admin, 'GET', `/api/journal/${id}`)).body.entry.content).toBe('Some text');
    expect(await auditOf(admin)).toMatchObject([
      { action: 'journal.read-hidden', subject_type: 'journal_entry', subject_id: id, created_at: clock.now() },
    ]);
  });

  test('audits neither what a super admin may read as any user, nor reads of other users', async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const open = await write(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    const own = await write(admin);
    await call(admin, 'GET', `/api/journal/${open.id}`);
    await call(admin, 'GET', `/api/journal/${own.id}`);
    await call(ada, 'GET', `/api/journal/${open.id}`);
    expect([await auditOf(admin), await auditOf(ada)]).toEqual([[], []]);
  });

  test('ends when a reader leaves the team', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const team_id = await createTeam(deps, await createOrganization(deps, ada, [ben]), ada, [ben]);
    const { id } = await write(ada, { metadata_visibility: 'team', content_visibility: 'team', team_id });
    expect((await call(ben, 'GET', `/api/journal/${id}`)).status).toBe(200);
    await deleteTeamMember(deps, team_id, ben);
    expect((await call(ben, 'GET', `/api/journal/${id}`)).status).toBe(404);
  });

  test.each(['abc', '123', `urn:uuid:${randomUUID()}`, `${randomUUID()}0`, '%00'])(
    '400 refuses the id %s',
    async (id) => {
      expect((await call(await person(), 'GET', `/api/journal/${id}`)).status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    const { id } = await write(await person(), { metadata_visibility: 'public' });
    expect((await call(null, 'GET', `/api/journal/${id}`)).status).toBe(401);
  });

  test('returns the same 404 for a hidden entry as for an unknown one', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ada, { content_visibility: 'public' });
    const hidden = await call(ben, 'GET', `/api/journal/${id}`);
    const unknown = await call(ben, 'GET', `/api/journal/${randomUUID()}`);
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
  });
});

describe('PUT /api/journal/:id', () => {
  test('changes the date and keeps it if it is omitted', async () => {
    const ada = await person();
    const { id } = await write(ada);
    const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { entry_date: '1950-05-05' });
    expect(body.entry.entry_date).toBe('1950-05-05');
    await call(ada, 'PUT', `/api/journal/${id}`, { title: 'Other' });
    expect((await call(ada, 'GET', `/api/journal/${id}`)).body.entry).toMatchObject({
      title: 'Other',
      entry_date: '1950-05-05',
    });
  });

  test('changes the given fields, keeps the others and sets updated_at', async () => {
    const ada = await person();
    const before = await write(ada, { tags: ['kept'], metadata_visibility: 'public' });
    clock.advance(60_000);
    const { status, body } = await call(ada, 'PUT', `/api/journal/${before.id}`, { title: 'Another title' });
    expect(status).toBe(200);
    expect(body).toEqual({
      entry: { ...before, version: 2, title: 'Another title', updated_at: clock.now().toISOString() },
    });
    expect((await call(ada, 'GET', `/api/journal/${before.id}`)).body).toEqual(body);
  });

  test('changes only updated_at without fields', async () => {
    const ada = await person();
    const before = await write(ada);
    clock.advance(60_000);
    const { body } = await call(ada, 'PUT', `/api/journal/${before.id}`, {});
    expect(body.entry).toEqual({ ...before, version: 2, updated_at: clock.now().toISOString() });
  });

  test('stores a given mood and does not analyze the new content', async () => {
    const ada = await person();
    const { id } = await write(ada);
    const content = uniqueText();
    const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { content, mood: 'proud' });
    expect(body.entry).toMatchObject({ content, mood: 'proud' });
    expect(questionsAbout(content)).toEqual([]);
  });

  test('clears the mood with null and does not analyze the new content', async () => {
    const ada = await person();
    const { id } = await write(ada);
    const content = uniqueText();
    const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { content, mood: null });
    expect(body.entry).toMatchObject({ content, mood: null });
    expect(await rowOf(id)).toMatchObject({ mood: null });
    expect(questionsAbout(content)).toEqual([]);
  });

  test('analyzes changed content without a mood and records the cost', async () => {
    const ada = await person();
    const { id } = await write(ada);
    const content = uniqueText();
    ai.behave({ mode: 'answer-with', value: SURE });
    const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { content });
    expect(body.entry).toMatchObject({ content, mood: 'hopeful', emotional_tone: SURE });
    expect(await rowOf(id)).toMatchObject({ content, mood: 'hopeful', emotional_tone: SURE });
    expect(questionsAbout(content)).toHaveLength(1);
    expect(await usageOf(ada)).toMatchObject([{ type: 'tone_analysis', reference_id: id }]);
  });

  test('does not analyze unchanged content', async () => {
    const ada = await person();
    const content = uniqueText();
    const { id } = await write(ada, { content });
    const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { content, title: 'Another title' });
    expect(body.entry).toMatchObject({ title: 'Another title', mood: 'calm' });
    expect(questionsAbout(content)).toEqual([]);
  });

  test('does not analyze content that becomes empty', async () => {
    const ada = await person();
    const { id } = await write(ada);
    const asked = ai.requests.length;
    const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { content: '' });
    expect(body.entry).toMatchObject({ content: '', mood: 'calm' });
    expect(ai.requests.length).toBe(asked);
  });

  test.each([
    { what: 'is refused', behaviour: { mode: 'refuse-with', status: 400 } },
    { what: 'comes back as garbage', behaviour: { mode: 'garbage' } },
    { what: 'is not sure enough', behaviour: { mode: 'answer-with', value: UNSURE } },
    { what: 'is sure by exactly a half', behaviour: { mode: 'answer-with', value: ON_THE_LINE } },
  ] as const)(
    '200 keeps a mood that the author gave where the analysis $what, and clears one that an analysis gave',
    async ({ behaviour }) => {
      const ada = await person();
      const given = await write(ada);
      ai.behave({ mode: 'answer-with', value: SURE });
      const detected = await write(ada, { mood: null, content: uniqueText() });
      expect(detected.mood).toBe('hopeful');
      ai.behave(behaviour);
      for (const [{ id }, mood] of [
        [given, 'calm'],
        [detected, null],
      ] as const) {
        const content = uniqueText();
        const { status, body } = await call(ada, 'PUT', `/api/journal/${id}`, { content });
        expect(status).toBe(200);
        expect(body.entry).toMatchObject({ content, mood });
        expect(questionsAbout(content)).toHaveLength(1);
      }
    },
  );

  test('keeps a detected mood with its text, clears it with an empty text, and keeps one that the author confirms', async () => {
    const ada = await person();
    ai.behave({ mode: 'answer-with', value: SURE });
    const detect = async () => (await write(ada, { mood: null, content: uniqueText() })).id;
    const [left, confirmed] = [await detect(), await detect()];
    const moodAfter = async (id: string, change: object) =>
      (await call(ada, 'PUT', `/api/journal/${id}`, change)).body.entry.mood;
    expect(await moodAfter(left, { title: 'Another title' })).toBe('hopeful');
    expect(await moodAfter(left, { content: '' })).toBeNull();
    expect(await moodAfter(confirmed, { mood: 'hopeful' })).toBe('hopeful');
    expect(await moodAfter(confirmed, { content: '' })).toBe('hopeful');
  });

  test('extracts the mentions of new content', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ada, { content: `@[Ben](${ben.id})` });
    const mentionsAfter = async (change: object) =>
      (await call(ada, 'PUT', `/api/journal/${id}`, { mood: 'calm', ...change })).body.entry.mentions;
    expect(await mentionsAfter({ title: 'Another title' })).toEqual([{ user_id: ben.id, name: 'Ben' }]);
    expect(await mentionsAfter({ content: `@[Ada](${ada.id})` })).toEqual([{ user_id: ada.id, name: 'Ada' }]);
    expect(await mentionsAfter({ content: 'No mention' })).toEqual([]);
  });

  test('applies a change of sharing immediately', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ada);
    const statusFor = async (levels: object) => {
      expect((await call(ada, 'PUT', `/api/journal/${id}`, levels)).status).toBe(200);
      return (await call(ben, 'GET', `/api/journal/${id}`)).status;
    };
    expect(await statusFor({ metadata_visibility: 'public' })).toBe(200);
    expect(await statusFor({ metadata_visibility: null })).toBe(404);
    expect(await statusFor({ metadata_visibility: 'public' })).toBe(200);
    expect(await statusFor({ metadata_visibility: 'user' })).toBe(404);
  });

  test('follows the entry from notebook to notebook, and out of the last', async () => {
    const ada = await person();
    const [open, closed] = await Promise.all([
      makeNotebook(ada, { metadata_visibility: 'public', content_visibility: 'public' }),
      makeNotebook(ada),
    ]);
    const { id } = await write(ada, { notebook_id: open });
    const levelAfter = async (notebook_id: string | null) => {
      const { body } = await call(ada, 'PUT', `/api/journal/${id}`, { notebook_id });
      expect(body.entry.notebook_id).toBe(notebook_id);
      expect(body.entry.effective_content_visibility).toBe(body.entry.effective_metadata_visibility);
      return body.entry.effective_metadata_visibility;
    };
    expect(await levelAfter(closed)).toBe('user');
    expect(await levelAfter(open)).toBe('public');
    expect(await levelAfter(null)).toBe('user');
  });

  test('removes a team that no level requires', async () => {
    const ada = await person();
    const team_id = await createTeam(deps, await createOrganization(deps, ada), ada);
    const { id } = await write(ada, { metadata_visibility: 'team', team_id });
    const { status, body } = await call(ada, 'PUT', `/api/journal/${id}`, {
      metadata_visibility: 'user',
      team_id: null,
    });
    expect(status).toBe(200);
    expect(body.entry).toMatchObject({ metadata_visibility: 'user', team_id: null });
    expect(await rowOf(id)).toMatchObject({ team_id: null, metadata_audience: null });
  });

  test('changes the title of an entry whose team the author has left', async () => {
    const [owner, ada] = await Promise.all([person(), person()]);
    const team_id = await createTeam(deps, await createOrganization(deps, owner, [ada]), owner, [ada]);
    const { id } = await write(ada, { metadata_visibility: 'team', team_id });
    await deleteTeamMember(deps, team_id, ada);
    expect((await call(ada, 'PUT', `/api/journal/${id}`, { title: 'Another title' })).status).toBe(200);
  });

  test.each(WIDEST_FIELDS)('200 takes $what, and gives it back unchanged', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    const { status, body } = await call(ada, 'PUT', `/api/journal/${id}`, { mood: 'calm', ...fields });
    expect(status).toBe(200);
    expect(body.entry).toMatchObject(fields);
  });

  test('ignores read-only fields in an update', async () => {
    const ada = await person();
    const before = await write(ada);
    const row = await rowOf(before.id);
    const { status, body } = await call(ada, 'PUT', `/api/journal/${before.id}`, FOREIGN_KEYS);
    expect(status).toBe(200);
    expect(body.entry).toEqual({ ...before, version: 2 });
    expect(await rowOf(before.id)).toEqual({ ...row, version: 2, changed_at: expect.any(Date) });
  });

  test.each(INVALID_FIELDS)('returns 400 for $what and changes nothing', async ({ fields }) => {
    const ada = await person();
    const { id } = await write(ada);
    const before = await rowOf(id);
    expect((await call(ada, 'PUT', `/api/journal/${id}`, fields)).status).toBe(400);
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 or 403 for incomplete, unknown or foreign sharing before the provider is called', async () => {
    const ada = await person();
    const { id } = await write(ada);
    const before = await rowOf(id);
    for (const { fields, status, code } of await refusedSharings()) {
      const content = uniqueText();
      const response = await call(ada, 'PUT', `/api/journal/${id}`, { content, ...fields });
      expect({ fields, status: response.status, code: response.body.code }).toEqual({ fields, status, code });
      expect(questionsAbout(content)).toEqual([]);
    }
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 if a level still requires the removed group', async () => {
    const ada = await person();
    const org_id = await createOrganization(deps, ada);
    const team_id = await createTeam(deps, org_id, ada);
    const { id } = await write(ada, { metadata_visibility: 'team', content_visibility: 'org', team_id, org_id });
    const before = await rowOf(id);
    const codeOf = async (change: object) => (await call(ada, 'PUT', `/api/journal/${id}`, change)).body.code;
    expect(await codeOf({ team_id: null })).toBe('visibility.team-required');
    expect(await codeOf({ org_id: null })).toBe('visibility.org-required');
    expect(await codeOf({ team_id: null, content_visibility: 'user' })).toBe('visibility.team-required');
    expect(await rowOf(id)).toEqual(before);
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'PUT', '/api/journal/abc', {})).status).toBe(400);
  });

  test('returns 401 without a token and changes nothing', async () => {
    const { id } = await write(await person());
    expect((await call(null, 'PUT', `/api/journal/${id}`, { title: 'Mine' })).status).toBe(401);
    expect(await rowOf(id)).toMatchObject({ title: 'An entry' });
  });

  test('returns 403 for a reader of the entry, also for a super admin', async () => {
    const [ada, ben, admin] = await Promise.all([person(), person(), superAdmin()]);
    const { id } = await write(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    for (const stranger of [ben, admin]) {
      const { status, body } = await call(stranger, 'PUT', `/api/journal/${id}`, { title: 'Mine', content: 'Mine' });
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'journal.not-owner' });
    }
    expect(await rowOf(id)).toMatchObject({ user_id: ada.id, title: 'An entry', content: 'Some text' });
  });

  test('returns the same 404 for a hidden entry as for an unknown one, and changes nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ada);
    const hidden = await call(ben, 'PUT', `/api/journal/${id}`, { title: 'Mine' });
    const unknown = await call(ben, 'PUT', `/api/journal/${randomUUID()}`, { title: 'Mine' });
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowOf(id)).toMatchObject({ title: 'An entry' });
  });
});

describe('DELETE /api/journal/:id', () => {
  test('deletes the entry and nothing else, and returns 404 the second time', async () => {
    const ada = await person();
    const [first, second] = [await write(ada), await write(ada)];
    const { status, body } = await call(ada, 'DELETE', `/api/journal/${first.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ message: expect.any(String) });
    expect(await rowsOf(ada)).toMatchObject([{ id: second.id }]);
    expect((await call(ada, 'GET', `/api/journal/${first.id}`)).status).toBe(404);
    expect((await call(ada, 'DELETE', `/api/journal/${first.id}`)).status).toBe(404);
  });

  test("lets a super admin delete another user's entry, hidden or not", async () => {
    const [ada, admin] = await Promise.all([person(), superAdmin()]);
    const { id } = await write(ada);
    expect((await call(admin, 'DELETE', `/api/journal/${id}`)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
    expect(await auditOf(admin)).toMatchObject([
      {
        action: 'journal.delete-entry',
        subject_type: 'journal_entry',
        subject_id: id,
        details: { author_id: ada.id },
      },
    ]);
  });

  test('does not audit deletions of own entries, also by super admins', async () => {
    for (const author of [await person(), await superAdmin()]) {
      const { id } = await write(author);
      expect((await call(author, 'DELETE', `/api/journal/${id}`)).status).toBe(200);
      expect(await auditOf(author)).toEqual([]);
    }
  });

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await call(await person(), 'DELETE', '/api/journal/abc')).status).toBe(400);
  });

  test('returns 401 without a token and deletes nothing', async () => {
    const { id } = await write(await person());
    expect((await call(null, 'DELETE', `/api/journal/${id}`)).status).toBe(401);
    expect(await rowOf(id)).toBeDefined();
  });

  test('returns 403 for a reader of the entry', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ada, { metadata_visibility: 'public' });
    const { status, body } = await call(ben, 'DELETE', `/api/journal/${id}`);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'journal.not-owner' });
    expect(await rowOf(id)).toBeDefined();
  });

  test('returns the same 404 for a hidden entry as for an unknown one, and deletes nothing', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const { id } = await write(ada);
    const hidden = await call(ben, 'DELETE', `/api/journal/${id}`);
    const unknown = await call(ben, 'DELETE', `/api/journal/${randomUUID()}`);
    const unknownToAdmin = await call(await superAdmin(), 'DELETE', `/api/journal/${randomUUID()}`);
    expect([hidden.status, unknown.status, unknownToAdmin.status]).toEqual([404, 404, 404]);
    expect(withoutRequestId(hidden.body)).toEqual(withoutRequestId(unknown.body));
    expect(await rowOf(id)).toBeDefined();
  });
});
