import type { Actor } from '../../access/actor.ts';
import { type AccountDeps, findActor } from './account.actions.ts';
import { accountErrors } from './account.schema.ts';
import { findImpersonatedActor, type ImpersonationDeps } from './impersonation.actions.ts';

/**
 * Who bears this token: a person, or a super admin in the place of one. A person's first request makes their profile, unless
 * `createsProfile` is false. Throws `auth.token-missing`, `auth.token-invalid`, `auth.impersonation-ended`, `account.blocked` or `account.other-issuer`.
 */
export async function authenticate(
  deps: AccountDeps & ImpersonationDeps,
  token: string | null,
  options = { createsProfile: true },
): Promise<Actor> {
  if (token === null) throw accountErrors.tokenMissing();
  const actor = (await findActor(deps, token, options)) ?? (await findImpersonatedActor(deps, token));
  if (actor === null) throw accountErrors.tokenInvalid();
  return actor;
}
