import { describe, expect, test } from 'vitest';
import { checkImpersonation, type ImpersonationFacts, isRunning } from './impersonation.rules.ts';

describe('checkImpersonation', () => {
  test.each([
    { who: 'a user', target: {}, code: undefined },
    { who: 'the admin', target: { id: 'root' }, code: 'impersonation.target-is-oneself' },
    { who: 'another super admin', target: { role: 'super_admin' }, code: 'impersonation.target-is-super-admin' },
    { who: 'a blocked user', target: { isActive: false }, code: 'impersonation.target-is-blocked' },
    {
      who: 'a blocked super admin',
      target: { role: 'super_admin', isActive: false },
      code: 'impersonation.target-is-super-admin',
    },
    {
      who: 'the admin, as super admin',
      target: { id: 'root', role: 'super_admin' },
      code: 'impersonation.target-is-oneself',
    },
  ])('$who: $code', ({ target, code }) => {
    const check = () => checkImpersonation('root', { id: 'ada', role: 'user', isActive: true, ...target });
    if (code === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code }));
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
      what: 'by a user who was promoted again since',
      change: { admin: { ...facts.admin, roleChangedAt: at('12:00:00.001') } },
      expected: false,
    },
    { what: 'by a demoted user', change: { admin: { ...facts.admin, role: 'user' } }, expected: false },
    { what: 'by a blocked user', change: { admin: { ...facts.admin, isActive: false } }, expected: false },
    { what: 'of a blocked user', change: { target: { ...facts.target, isActive: false } }, expected: false },
    {
      what: 'of a user who was a super admin since',
      change: { target: { ...facts.target, roleChangedAt: at('12:00:00.001') } },
      expected: false,
    },
    { what: 'of a new super admin', change: { target: { ...facts.target, role: 'super_admin' } }, expected: false },
  ])('$what is under way: $expected', ({ now = '12:10:00.000', change, expected }) => {
    expect(isRunning({ ...facts, ...change }, at(now))).toBe(expected);
  });
});
