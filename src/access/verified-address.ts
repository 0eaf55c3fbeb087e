import { declareErrors } from '#platform/errors.ts';
import type { Actor } from './actor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Rejects users whose address has to be verified before anything of theirs reaches others, or anything outlives their session. */
    requiresVerifiedAddress?: boolean;
  }
}

const addressErrors = declareErrors({
  notVerified: {
    status: 403,
    code: 'account.address-not-verified',
    message:
      'Verify your email address before you share, write to others, or let programs act for you: open the link in the email that you got, or request another one with POST /auth/send-verification-email.',
  },
});

/**
 * Checks that something of the actor may reach others or outlive their session. Routes that are about it only declare `requiresVerifiedAddress`.
 * @throws {account.address-not-verified}
 */
export function requireVerifiedAddress(actor: Actor): void {
  if (actor.mustVerifyAddress) throw addressErrors.notVerified();
}
