import { describe, expect, test } from 'vitest';
import { checkImpersonation, type ImpersonationFacts, isRunning } from './impersonation.rules.ts';

describe('whom an admin may act for', () => {
  test.each([
    { who: 'somebody', target: {}, code: undefined },
    { who: 'oneself', target: { id: 'root' }, code: 'impersonation.target-is-oneself' },
    { who: 'another super admin', target: { role: 'super_admin' }, code: 'impersonation.target-is-super-admin' },
    { who: 'somebody who is blocked', target: { isActive: false }, code: 'impersonation.target-is-blocked' },
    {
      who: 'a super admin who is blocked',
      target: { role: 'super_admin', isActive: false },
      code: 'impersonation.target-is-super-admin',
    },
    {
      who: 'oneself, a super admin',
      target: { id: 'root', role: 'super_admin' },
      code: 'impersonation.target-is-oneself',
    },
  ])('$who: $code', ({ target, code }) => {
    const refusal = checkImpersonation('root', { id: 'ada', role: 'user', isActive: true, ...target });
    expect(refusal?.code).toBe(code);
  });
});

describe('an impersonation of 12:00 to 12:30', () => {
  const at = (time: string) => new Date(`2026-11-21T${time}Z`);
  const facts: ImpersonationFacts = {
    startedAt: at('12:00:00.000'),
    expiresAt: at('12:30:00.000'),
    endedAt: null,
    admin: { role: 'super_admin', roleChangedAt: at('08:00:00.000'), isActive: true },
    target: { role: 'user', roleChangedAt: at('12:00:00.000'), isActive: true },
  };

  test.each<{ what: string; now?: string; change?: Partial<ImpersonationFacts>; expected: boolean }>([
    { what: 'in its first moment', now: '12:00:00.000', expected: true },
    { what: 'a millisecond before its end', now: '12:29:59.999', expected: true },
    { what: 'at its end', now: '12:30:00.000', expected: false },
    { what: 'long after it', now: '20:00:00.000', expected: false },
    { what: 'once stopped', change: { endedAt: at('12:09:00.000') }, expected: false },
    {
      what: 'by a super admin of the same moment',
      change: { admin: { ...facts.admin, roleChangedAt: at('12:00:00.000') } },
      expected: true,
    },
    {
      what: 'by somebody who is a super admin again since',
      change: { admin: { ...facts.admin, roleChangedAt: at('12:00:00.001') } },
      expected: false,
    },
    { what: 'by somebody who was demoted', change: { admin: { ...facts.admin, role: 'user' } }, expected: false },
    { what: 'by somebody who was blocked', change: { admin: { ...facts.admin, isActive: false } }, expected: false },
    { what: 'of somebody who was blocked', change: { target: { ...facts.target, isActive: false } }, expected: false },
    {
      what: 'of somebody who was a super admin meanwhile',
      change: { target: { ...facts.target, roleChangedAt: at('12:00:00.001') } },
      expected: false,
    },
    { what: 'of a new super admin', change: { target: { ...facts.target, role: 'super_admin' } }, expected: false },
  ])('$what is under way: $expected', ({ now = '12:10:00.000', change, expected }) => {
    expect(isRunning({ ...facts, ...change }, at(now))).toBe(expected);
  });
});
