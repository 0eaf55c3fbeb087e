import { expect, test } from 'vitest';
import { sentTo } from './quota.rules.ts';

test.each(['Ada@People.test', 'ada@people.TEST', 'ada@people.test'])('counts %s as one recipient', (address) => {
  expect(sentTo(address)).toBe('sent to ada@people.test');
});

test('counts another email address as another recipient', () => {
  expect(sentTo('ben@people.test')).toBe('sent to ben@people.test');
});
