import { expect, test } from 'vitest';
import { sentTo } from './mail-quota.rules.ts';

test.each(['Ada@People.test', 'ada@people.TEST', 'ada@people.test'])('%s is counted as one recipient', (address) => {
  expect(sentTo(address)).toBe('sent to ada@people.test');
});

test('another address is another recipient', () => {
  expect(sentTo('ben@people.test')).toBe('sent to ben@people.test');
});
