import { describe, expect, test } from 'vitest';
import { PLACES } from '../../app/places.ts';
import { decisionOf, dropOf, membershipOf, screenOf } from './target.rules.ts';

const TODAY = '2026-11-27';

test.each([
  ['an entry', 'mentioned', { type: 'entry', id: '7' }, '/journal/7'],
  ['an id that is no id', 'mentioned', { type: 'entry', id: '../x?y#z' }, '/journal/..%2Fx%3Fy%23z'],
  ['a room', 'chat_mentioned', { type: 'chat_room', id: '7' }, '/chat/7'],
  ['a goal', 'goal_due', { type: 'goal', id: '7' }, '/goals/7'],
  ['an invitation', 'invited_to_group', { type: 'invitation', id: '7' }, '/invitation'],
  ['an export', 'export_finished', { type: 'export', id: '7' }, '/me/export'],
  ['a battle', 'battle_results', { type: 'battle', id: '2026-11-16' }, '/battle/2026-11-16'],
  ['a report', 'report_decided', { type: 'report', id: '7' }, '/me/privacy'],
  ['a target without a screen', 'badge_reached', { type: 'badge', id: '2' }, PLACES.badges ?? PLACES.people],
  ['a kind without a target', 'music_reconnect', null, '/music'],
  ['an unknown kind', 'new_kind', null, null],
  ['a kind named like a method', 'constructor', null, null],
  ['a target named like a method', 'new_kind', { type: 'toString', id: '7' }, null],
])('%s', (_what, kind, target, path) => {
  expect(screenOf({ kind, target, data: {} }, TODAY)?.path ?? null).toBe(path);
});

test('a notebook of others is a filter of the journal', () => {
  const target = { type: 'notebook', id: '7' };
  expect(screenOf({ kind: 'notebook_shared', target, data: {} }, TODAY)).toEqual({
    route: '/journal',
    path: '/journal',
    search: { scope: 'shared', notebook: '7' },
  });
});

test.each([
  ['baton_pass', { type: 'chain', id: TODAY }, TODAY, '/today'],
  ['baton_pass', { type: 'chain', id: '2026-11-26' }, '2026-11-26', PLACES.relay ?? '/today'],
  ['check_in_rejected', { type: 'check_in', id: '7' }, TODAY, '/today'],
  ['check_in_rejected', { type: 'check_in', id: '7' }, '2026-11-26', PLACES.relay ?? '/today'],
])('%s of %o on %s leads to %s', (kind, target, date, path) => {
  expect(screenOf({ kind, target, data: { date } }, TODAY)?.path ?? null).toBe(path);
});

test.each([
  ['a new token', 'sign_in_changed', null, { change: 'token_created' }, '/me/tokens'],
  ['another change of the sign-in', 'sign_in_changed', null, { change: 'passkey_added' }, '/me/security'],
  ['an own webhook', 'webhook_paused', { type: 'webhook', id: '7' }, { webhook_id: '7' }, '/me/webhooks/7'],
  [
    'one of an organization',
    'webhook_paused',
    { type: 'webhook', id: '7' },
    { webhook_id: '7', org_id: '8' },
    PLACES.organizations,
  ],
])('%s', (_what, kind, target, data, path) => {
  expect(screenOf({ kind, target, data }, TODAY)?.path ?? null).toBe(path);
});

describe('decisionOf', () => {
  const groups = {
    organizations: [
      { id: 'new', user_role: 'member', is_accepted: false },
      { id: 'old', user_role: 'member', is_accepted: true },
      { id: 'own', user_role: 'owner', is_accepted: true },
    ],
    teams: [{ id: 'new-team', is_accepted: false }],
  };
  const organization = (id: string) => ({ type: 'organization', id });

  test.each([
    ['added_to_group', organization('new'), { what: 'membership', group: 'organization', id: 'new' }],
    ['added_to_group', { type: 'team', id: 'new-team' }, { what: 'membership', group: 'team', id: 'new-team' }],
    ['added_to_group', organization('old'), null],
    ['added_to_group', organization('left'), null],
    ['ownership_received', organization('own'), { what: 'ownership', group: 'organization', id: 'own' }],
    ['ownership_received', organization('old'), null],
    ['ownership_returned', organization('own'), null],
    ['added_to_group', null, null],
    ['mentioned', { type: 'entry', id: 'new' }, null],
  ])('%s of %o: %o', (kind, target, decision) => {
    expect(decisionOf({ kind, target, data: {} }, groups)).toEqual(decision);
  });

  test.each([
    [organization('new'), 'pending'],
    [organization('old'), 'accepted'],
    [{ type: 'team', id: 'new-team' }, 'pending'],
    [organization('new-team'), 'none'],
    [null, 'none'],
  ])('the membership of %o is %s', (target, membership) => {
    expect(membershipOf(target, groups)).toBe(membership);
  });
});

test('a row shows the words of a drop', () => {
  expect(dropOf({ kind: 'drop_received', target: { type: 'drop', id: '7' }, data: {} })).toBe('7');
  expect(dropOf({ kind: 'badge_reached', target: { type: 'badge', id: '7' }, data: {} })).toBeNull();
});
