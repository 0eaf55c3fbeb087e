import { describe, expect, test } from 'vitest';
import { checkEditable, type MessageFacts, secondsUntilNextMinute, startOfMinute } from './message.rules.ts';

const NOW = new Date('2026-11-18T09:30:00Z');
const message = (facts: Partial<MessageFacts> = {}): MessageFacts => ({
  senderId: 'ada',
  createdAt: NOW,
  isRemoved: false,
  ...facts,
});
const sentAt = (time: string) => message({ createdAt: new Date(`2026-11-18T${time}Z`) });

describe('a message', () => {
  test.each<[string, MessageFacts | null, string | null]>([
    ['of the actor', message(), null],
    ['after 15 minutes', sentAt('09:15:00'), null],
    ['after a moment more', sentAt('09:14:59.999'), 'chat.edit-too-late'],
    ['with an instant ahead of the clock', sentAt('09:30:00.003'), null],
    ['of another user', message({ senderId: 'ben' }), 'chat.not-sender'],
    ['of another user, after 15 minutes', { ...sentAt('09:00:00'), senderId: 'ben' }, 'chat.not-sender'],
    ['that is removed', message({ isRemoved: true }), 'chat.message-not-found'],
    ['that is not there', null, 'chat.message-not-found'],
  ])('%s can be changed, or not: %s', (_what, facts, code) => {
    const check = () => checkEditable(facts, 'ada', NOW);
    if (code === null) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code }));
  });
});

describe('a minute', () => {
  test.each([
    ['09:30:00.000', '09:30:00.000', 60],
    ['09:30:00.001', '09:30:00.000', 60],
    ['09:30:15.000', '09:30:00.000', 45],
    ['09:30:59.001', '09:30:00.000', 1],
    ['09:30:59.999', '09:30:00.000', 1],
  ])('at %s began at %s and ends in %i seconds', (time, start, seconds) => {
    const now = new Date(`2026-11-18T${time}Z`);
    expect(startOfMinute(now)).toEqual(new Date(`2026-11-18T${start}Z`));
    expect(secondsUntilNextMinute(now)).toBe(seconds);
  });
});
