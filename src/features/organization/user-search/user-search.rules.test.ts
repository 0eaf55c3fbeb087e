import { expect, test } from 'vitest';
import { parseUserSearch } from './user-search.rules.ts';

test.each([
  { query: 'ada@people.test', email: 'ada@people.test', name: 'ada@people.test' },
  { query: '  Ada B \n', email: 'Ada B', name: 'Ada B' },
  { query: 'Li', email: 'Li', name: 'Li' },
  { query: ' L ', email: 'L', name: null },
  { query: '🌻', email: '🌻', name: null },
  { query: '日記', email: '日記', name: '日記' },
])('$query asks for the address $email and the name $name', ({ query, email, name }) => {
  const found = parseUserSearch(query);
  expect([found.email, found.name?.text ?? null]).toEqual([email, name]);
});
