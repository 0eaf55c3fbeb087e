import { describe, expect, test } from 'vitest';
import { countOpen, type Point, type Setup, stateOf } from './checklist.rules.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const NEW: Setup = {
  public_url: 'http://localhost:3000',
  is_public_url_local: true,
  is_encrypted: false,
  sign_up: 'open',
  services: { ai: false, payment: false, music: false, push: true, mail: false },
  mail_sender: 'Meadow <meadow@localhost>',
  database: 'embedded',
  files: 'folder',
  next_backup_at: null,
  last_backup_at: null,
};

describe('a point of the checklist', () => {
  test.each<[Point, Partial<Setup>, string]>([
    ['address', {}, 'open'],
    ['address', { public_url: 'https://meadow.example', is_encrypted: true }, 'done'],
    ['mail', {}, 'open'],
    ['mail', { services: { ...NEW.services, mail: true } }, 'done'],
    ['backups', {}, 'open'],
    ['backups', { next_backup_at: '2026-11-24T04:30:00.000Z' }, 'done'],
    ['backups', { next_backup_at: '2026-11-24T04:30:00.000Z', last_backup_at: '2026-11-16T12:00:00.000Z' }, 'open'],
    ['backups', { last_backup_at: '2026-11-16T12:00:00.001Z' }, 'done'],
    ['backups', { last_backup_at: '2026-11-16T12:00:00.000Z' }, 'open'],
    ['signUp', { sign_up: null }, 'done'],
    ['ai', {}, 'off'],
    ['ai', { services: { ...NEW.services, ai: true } }, 'done'],
    ['music', {}, 'off'],
    ['payments', {}, 'off'],
    ['payments', { services: { ...NEW.services, payment: true } }, 'done'],
  ])('%s with %j is %s', (point, change, state) => {
    expect(stateOf(point, { ...NEW, ...change }, NOW)).toBe(state);
  });
});

test('a new server has three open points', () => {
  expect(countOpen(NEW, NOW)).toBe(3);
});
