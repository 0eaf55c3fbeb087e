import { describe, expect, test } from 'vitest';
import { choiceOf, isWider, type Sharing, sentenceOf, withChoice } from './sharing.rules.ts';

const NONE: Sharing = { metadata_visibility: null, content_visibility: null, team_id: null, org_id: null };
const readers = (kind: 'private' | 'team' | 'organization' | 'public', name: string | null = null, count = 0) => ({
  kind,
  name,
  people_count: count,
});
const TEAM = readers('team', 'Weir Runners', 5);
const HOME = readers('organization', 'Brook Home', 23);
const ALL = readers('public', null, 40);
const NO_READERS = readers('private');

describe('withChoice', () => {
  test('a text that a team reads takes its title along', () => {
    expect(withChoice(NONE, 'content', 'team:t1')).toEqual({
      metadata_visibility: 'team',
      content_visibility: 'team',
      team_id: 't1',
      org_id: null,
    });
  });

  test('a title that more people see leaves the text as it is', () => {
    const team = withChoice(NONE, 'content', 'team:t1');
    const wide = withChoice(team, 'metadata', 'organization:o1');
    expect(wide).toEqual({ metadata_visibility: 'org', content_visibility: 'team', team_id: 't1', org_id: 'o1' });
    expect([choiceOf(wide, 'metadata'), choiceOf(wide, 'content')]).toEqual(['organization:o1', 'team:t1']);
  });

  test('a group that no part uses is left', () => {
    const team = withChoice(NONE, 'content', 'team:t1');
    const one = withChoice(team, 'content', 'private');
    expect(withChoice(one, 'metadata', 'inherit')).toEqual({ ...NONE, content_visibility: 'private' });
  });

  test('a private text does not make its title private', () => {
    expect(withChoice(NONE, 'content', 'private')).toEqual({ ...NONE, content_visibility: 'private' });
  });
});

describe('sentenceOf', () => {
  test.each([
    ['no one else', NO_READERS, NO_READERS, 'readersOnlyYou'],
    ['all, of both', ALL, ALL, 'readersEveryone'],
    ['a group, of both', TEAM, TEAM, 'readersGroup'],
    ['a team, within its organization', HOME, TEAM, 'readersGroupAndRest'],
    ['a team, with titles for all', ALL, TEAM, 'readersGroupOfAll'],
    ['titles for a group', HOME, NO_READERS, 'readersAboutGroup'],
    ['titles for all', ALL, NO_READERS, 'readersAboutAll'],
  ])('%s', (_what, metadata, content, key) => {
    expect(sentenceOf({ metadata, content }).key).toBe(key);
  });

  test('the rest are those who do not read the text', () => {
    expect(sentenceOf({ metadata: HOME, content: TEAM })).toMatchObject({ rest: 18, wider: 'Brook Home' });
  });
});

describe('isWider', () => {
  const both = (one: typeof TEAM) => ({ metadata: one, content: one });
  test.each([
    ['from none to a team', both(NO_READERS), both(TEAM), true],
    ['from a team to all', both(TEAM), both(ALL), true],
    ['to another team', both(TEAM), both({ ...TEAM, name: 'Others' }), true],
    ['to the same', both(TEAM), both({ ...TEAM, people_count: 6 }), false],
    ['from all to none', both(ALL), both(NO_READERS), false],
  ])('%s', (_what, before, after, result) => {
    expect(isWider(before, after)).toBe(result);
  });
});
