import { expect, test } from 'vitest';
import { sentTo } from './mail-quota.rules.ts';

test('an address is the same recipient in whatever case', () => {
  expect(sentTo('Ada@People.test')).toBe(sentTo('ada@people.TEST'));
});
