import { expect, test } from 'vitest';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const ROUNDS = byTier(3, 10);
const ENTRY = { title: 'A day', content: '', mood: 'calm' };

/** The forms of tags in all entries of an author, and those that are kept. */
async function formsOf(author: Person): Promise<{ written: string[]; kept: string[] }> {
  const entries = await deps.db.selectFrom('journal_entry').select('tags').where('user_id', '=', author.id).execute();
  const kept = await deps.db.selectFrom('journal_tag').select('tag').where('user_id', '=', author.id).execute();
  return {
    written: [...new Set(entries.flatMap(({ tags }) => tags))].toSorted(),
    kept: kept.map(({ tag }) => tag).toSorted(),
  };
}

test('entries that write a new tag at once have one form of it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await person();
    // The tags come in both orders: entries that wait for each other would fail.
    const tags = [['Rain', 'Sun'], ['sun', 'rain'], ['RAIN', 'SUN'], ['sUN', 'rAIN'], ['rain '], ['SUN', 'Rain']];
    const responses = await Promise.all(
      tags.map((given) => call(ada, 'POST', '/api/journal', { ...ENTRY, tags: given })),
    );
    expect(responses.map(({ status }) => status)).toEqual(tags.map(() => 201));
    const { written, kept } = await formsOf(ada);
    expect(written.map((tag) => tag.toLowerCase())).toEqual(['rain', 'sun']);
    expect(kept).toEqual(written);
  }
});

test('a tag that is written while its last entry is deleted keeps one form', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await person();
    const { body } = await call(ada, 'POST', '/api/journal', { ...ENTRY, tags: ['Rain'] });
    const responses = await Promise.all([
      call(ada, 'DELETE', `/api/journal/${body.entry.id}`),
      call(ada, 'POST', '/api/journal', { ...ENTRY, tags: ['rain'] }),
      call(ada, 'POST', '/api/journal', { ...ENTRY, tags: ['RAIN'] }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 201, 201]);
    const { written, kept } = await formsOf(ada);
    expect(written).toHaveLength(1);
    expect(kept).toEqual(written);
  }
});
