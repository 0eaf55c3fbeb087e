import { expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { decideEffectiveSharing } from './visibility.rules.ts';
import type { Sharing } from './visibility.schema.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const ROUNDS = byTier(1, 6);

/** The stored audiences of an entry, with the names of the rule. */
type Stored = {
  effective_metadata_visibility: string;
  effective_content_visibility: string;
  metadata_audience: string | null;
  content_audience: string | null;
};
const effectiveColumnsOf = (row: Stored) => ({
  metadataLevel: row.effective_metadata_visibility,
  metadataAudience: row.metadata_audience,
  contentLevel: row.effective_content_visibility,
  contentAudience: row.content_audience,
});

/** Holds every entry of an author against what the rule makes of it and of its notebook; returns how many there are. */
async function countEntriesInStep(authorId: string): Promise<number> {
  const notebooks = await deps.db.selectFrom('notebook').selectAll().where('user_id', '=', authorId).execute();
  const entries = await deps.db.selectFrom('journal_entry').selectAll().where('user_id', '=', authorId).execute();
  for (const entry of entries) {
    const notebook = notebooks.find(({ id }) => id === entry.notebook_id);
    expect(effectiveColumnsOf(entry)).toEqual(
      decideEffectiveSharing(entry as Sharing, (notebook as Sharing | undefined) ?? null),
    );
  }
  return entries.length;
}

test('stores the audience of the rule for entries that change while their notebook changes', async () => {
  const author = await person();
  const org_id = await createOrganization(deps, author);
  const team_id = await createTeam(deps, org_id, author);
  const make = async (path: string, fields: object) => {
    const { status, body } = await call(author, 'POST', path, fields);
    expect(status).toBe(201);
    return (body.entry ?? body.notebook).id as string;
  };
  const entry = { title: 'An entry', content: 'Text', mood: 'calm' };

  for (let round = 0; round < ROUNDS; round += 1) {
    const [notebook_id, other] = await Promise.all([
      make('/api/notebooks', { name: 'A notebook' }),
      make('/api/notebooks', { name: 'Another', metadata_visibility: 'public' }),
    ]);
    const [staying, entering, leaving] = await Promise.all([
      make('/api/journal', { ...entry, notebook_id }),
      make('/api/journal', { ...entry, notebook_id: other }),
      make('/api/journal', { ...entry, notebook_id }),
    ]);
    const responses = await Promise.all([
      call(author, 'PUT', `/api/notebooks/${notebook_id}`, { metadata_visibility: 'team', team_id }),
      call(author, 'POST', '/api/journal', { ...entry, notebook_id }),
      call(author, 'PUT', `/api/journal/${staying}`, { title: 'Another title' }),
      call(author, 'PUT', `/api/journal/${staying}`, { content_visibility: 'org', org_id }),
      call(author, 'PUT', `/api/journal/${entering}`, { notebook_id }),
      call(author, 'PUT', `/api/journal/${leaving}`, { notebook_id: other }),
      call(author, 'PUT', `/api/notebooks/${notebook_id}`, { content_visibility: 'public' }),
      call(author, 'POST', '/api/journal', { ...entry, notebook_id }),
      call(author, 'PUT', `/api/journal/${entering}`, { title: 'Another title' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200, 201, 200]);
  }
  expect(await countEntriesInStep(author.id)).toBe(ROUNDS * 5);
});

test('keeps entries that change while their notebook is deleted, with the audience of the rule', async () => {
  const author = await person();
  for (let round = 0; round < ROUNDS; round += 1) {
    const notebook = await call(author, 'POST', '/api/notebooks', {
      name: 'A notebook',
      metadata_visibility: 'public',
    });
    const notebook_id = notebook.body.notebook.id;
    const entry = { title: 'An entry', content: 'Text', mood: 'calm', notebook_id };
    const { body } = await call(author, 'POST', '/api/journal', entry);
    const change = (fields: object) => call(author, 'PUT', `/api/journal/${body.entry.id}`, fields);
    const responses = await Promise.all([
      change({ title: 'Another title' }),
      change({ content_visibility: 'public' }),
      call(author, 'DELETE', `/api/notebooks/${notebook_id}`),
      change({ tags: ['raced'] }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await call(author, 'GET', `/api/journal/${body.entry.id}`)).body.entry).toMatchObject({
      title: 'Another title',
      tags: ['raced'],
      notebook_id: null,
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'public',
    });
  }
  expect(await countEntriesInStep(author.id)).toBe(ROUNDS);
});
