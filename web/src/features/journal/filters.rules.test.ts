import { describe, expect, test } from 'vitest';
import { filtersOf, isFiltered, queryOf } from './filters.rules.ts';

const NOTEBOOK = '01a16da5-49b7-7437-981c-83c6172c8c4f';

describe('filtersOf', () => {
  test('keeps what is a filter', () => {
    const search = { q: 'heron', notebook: NOTEBOOK, from: '2026-11-01', scope: 'shared', tag: 2026 };
    expect(filtersOf(search)).toEqual({ ...search, tag: '2026' });
  });

  test.each([
    [{ q: '   ' }],
    [{ notebook: 'x' }],
    [{ from: 'yesterday' }],
    [{ scope: 'mine' }],
    [{ mood: ['sad'] }],
    [{ other: 'x' }],
    [{}],
  ])('leaves %o out', (search) => {
    expect(filtersOf(search)).toEqual({});
    expect(isFiltered(filtersOf(search))).toBe(false);
  });
});

describe('queryOf', () => {
  test('own entries by their day, those of others by their creation', () => {
    expect(queryOf({})).toEqual({ scope: 'mine', sort: 'entry_date' });
    expect(queryOf({ scope: 'shared', notebook: NOTEBOOK })).toEqual({
      scope: 'shared',
      sort: 'newest',
      notebook_id: NOTEBOOK,
    });
  });
});
