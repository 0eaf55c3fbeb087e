import { expect, test } from 'vitest';
import { decideReplicaState } from './log-position.ts';

const primary = { system: '7', timeline: 2, lsn: 1_000, isReplica: false };
const replica = { ...primary, isReplica: true };

test.each([
  ['has replayed exactly that', replica, 'ready'],
  ['has replayed more', { ...replica, lsn: 1_001 }, 'ready'],
  ['has replayed less', { ...replica, lsn: 999 }, 'behind'],
  ['is a primary', { ...replica, isReplica: false, lsn: 2_000 }, 'promoted'],
  ['belongs to another system', { ...replica, system: '8', lsn: 2_000 }, 'other-system'],
  ['belongs to another system, as its primary', { ...replica, system: '8', isReplica: false }, 'other-system'],
  ['follows a former primary', { ...replica, timeline: 1, lsn: 2_000 }, 'other-timeline'],
  ['follows a later primary', { ...replica, timeline: 3, lsn: 2_000 }, 'other-timeline'],
] as const)('a replica that %s', (_what, found, state) => {
  expect(decideReplicaState(found, primary)).toBe(state);
});
