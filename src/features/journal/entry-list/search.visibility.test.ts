import { describe, expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import type { StoredLevel } from '../visibility/visibility.schema.ts';

const { person, superAdmin, call, deps } = await startTestApp();

const LEVELS = ['user', 'team', 'org', 'public', 'private'] as const;
const NOTHING = { entries: [], next_cursor: null };

const [owner, mate, colleague, stranger, root] = await Promise.all([
  person(),
  person(),
  person(),
  person(),
  superAdmin(),
]);
const org = await createOrganization(deps, owner, [mate, colleague]);
const team = await createTeam(deps, org, owner, [mate]);

/** Creates an entry and returns its id. It has a mood, so that no analysis is needed. */
async function write(author: Person, title: string, content: string, more: object = {}): Promise<string> {
  const body = { title, content, mood: 'calm', ...more };
  const response = await call(author, 'POST', '/api/journal', body);
  expect(response.status).toBe(201);
  return response.body.entry.id;
}

const list = (viewer: Person, query: Record<string, string>) =>
  call(viewer, 'GET', `/api/journal?${new URLSearchParams(query)}`);

const idsIn = (response: Awaited<ReturnType<typeof list>>): string[] =>
  response.body.entries.map(({ id }: { id: string }) => id);

const find = async (viewer: Person, q: string) => idsIn(await list(viewer, { q }));

describe('GET /api/journal', () => {
  describe.each(LEVELS)('q, where the title is for %s', (metadata) => {
    test.each(LEVELS)('and the text is for %s, finds no more than the viewer may read', async (content) => {
      const [titleWord, textWord] = [`title${metadata}${content}`, `text${metadata}${content}`];
      const id = await write(owner, `A ${titleWord} here`, `Some ${textWord} there`, {
        metadata_visibility: metadata,
        content_visibility: content,
        team_id: team,
        org_id: org,
      });
      const viewers: [string, Person, readonly StoredLevel[]][] = [
        ['the owner', owner, LEVELS],
        ['a team mate', mate, ['team', 'org', 'public']],
        ['a member of the organization', colleague, ['org', 'public']],
        ['a stranger', stranger, ['public']],
        ['a super admin', root, LEVELS],
      ];
      for (const [name, viewer, levels] of viewers) {
        const mayKnow = levels.includes(metadata);
        const mayRead = mayKnow && levels.includes(content);
        const expected = (isFound: boolean) => [name, isFound ? [id] : []];
        expect([name, await find(viewer, titleWord)], 'by the title').toEqual(expected(mayKnow));
        expect([name, await find(viewer, textWord)], 'by the text').toEqual(expected(mayRead));
        expect([name, await find(viewer, `${titleWord} ${textWord}`)], 'by both').toEqual(expected(mayRead));
        // A viewer without access to the content must not learn by a minus that it contains the word.
        expect([name, await find(viewer, `${titleWord} -${textWord}`)], 'by the title without the text').toEqual(
          expected(mayKnow && !mayRead),
        );
        const found = await list(viewer, { q: titleWord });
        if (mayKnow) expect(found.body.entries[0]).toMatchObject({ content_hidden: !mayRead });
        if (!mayRead) expect(found.text).not.toContain(textWord);
        if (!mayRead) expect((await list(viewer, { q: textWord })).body).toEqual(NOTHING);
      }
    });
  });

  describe('q, after a change of another field', () => {
    test('follows the visibility of a notebook immediately, in both directions', async () => {
      const { body } = await call(owner, 'POST', '/api/notebooks', { name: 'Shared or not', team_id: team });
      const notebook = `/api/notebooks/${body.notebook.id}`;
      const id = await write(owner, 'A quokka', 'It ate a papaya', { notebook_id: body.notebook.id });
      const change = (metadata: StoredLevel, content: StoredLevel) =>
        call(owner, 'PUT', notebook, { metadata_visibility: metadata, content_visibility: content });
      const seenBy = async (viewer: Person) => [await find(viewer, 'quokka'), await find(viewer, 'papaya')];

      expect(await seenBy(mate)).toEqual([[], []]);
      await change('team', 'user');
      expect(await seenBy(mate)).toEqual([[id], []]);
      await change('team', 'team');
      expect(await seenBy(mate)).toEqual([[id], [id]]);
      expect(await seenBy(colleague)).toEqual([[], []]);
      await change('user', 'public');
      expect(await seenBy(mate)).toEqual([[], []]);
      await change('public', 'public');
      expect(await seenBy(stranger)).toEqual([[id], [id]]);
      await call(owner, 'DELETE', notebook);
      expect(await seenBy(mate)).toEqual([[], []]);
      expect(await seenBy(owner)).toEqual([[id], [id]]);
    });

    test('finds the new words of an entry, not the old ones', async () => {
      const id = await write(owner, 'An aardvark', 'It was there');
      await call(owner, 'PUT', `/api/journal/${id}`, { title: 'A wombat', content: 'It was elsewhere' });
      expect(await find(owner, 'aardvark')).toEqual([]);
      expect(await find(owner, 'wombat elsewhere')).toEqual([id]);
      await call(owner, 'DELETE', `/api/journal/${id}`);
      expect(await find(owner, 'wombat')).toEqual([]);
    });

    test('ends with the membership that allowed it', async () => {
      const guest = await person();
      await deps.db
        .insertInto('organization_member')
        .values({ org_id: org, user_id: guest.id, role: 'member', joined_at: deps.clock.now() })
        .execute();
      const id = await write(owner, 'An okapi', 'striped', {
        metadata_visibility: 'org',
        content_visibility: 'org',
        org_id: org,
      });
      expect(await find(guest, 'okapi striped')).toEqual([id]);
      await deps.db.deleteFrom('organization_member').where('user_id', '=', guest.id).execute();
      expect(await find(guest, 'okapi')).toEqual([]);
    });
  });
});
