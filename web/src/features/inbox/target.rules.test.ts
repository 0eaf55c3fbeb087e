import { expect, test } from 'vitest';
import { screenOf } from './target.rules.ts';

test.each([
  ['an entry', 'mentioned', { type: 'entry', id: '7' }, '/journal/7'],
  ['an id that is no id', 'mentioned', { type: 'entry', id: '../x?y#z' }, '/journal/..%2Fx%3Fy%23z'],
  ['a room', 'chat_mentioned', { type: 'chat_room', id: '7' }, '/chat/7'],
  ['a goal', 'goal_due', { type: 'goal', id: '7' }, '/goals'],
  ['a chain', 'baton_pass', { type: 'chain', id: '2026-11-23' }, '/today'],
  ['an export', 'export_finished', { type: 'export', id: '7' }, '/me/export'],
  ['a target without a screen', 'badge_reached', { type: 'badge', id: '2' }, null],
  ['a kind without a target', 'music_reconnect', null, '/music'],
  ['an unknown kind', 'new_kind', null, null],
  ['a kind named like a method', 'constructor', null, null],
  ['a target named like a method', 'new_kind', { type: 'toString', id: '7' }, null],
])('%s', (_what, kind, target, path) => {
  expect(screenOf({ kind, target, data: {} })?.path ?? null).toBe(path);
});

test.each([
  ['a new token', 'sign_in_changed', null, { change: 'token_created' }, '/me/tokens'],
  ['another change of the sign-in', 'sign_in_changed', null, { change: 'passkey_added' }, '/me/security'],
  ['an own webhook', 'webhook_paused', { type: 'webhook', id: '7' }, { webhook_id: '7' }, '/me/webhooks'],
  ['one of an organization', 'webhook_paused', { type: 'webhook', id: '7' }, { webhook_id: '7', org_id: '8' }, null],
])('%s', (_what, kind, target, data, path) => {
  expect(screenOf({ kind, target, data })?.path ?? null).toBe(path);
});
