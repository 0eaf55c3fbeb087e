import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import type { AccountDeps } from '../deps.ts';
import { createAccount } from './account-creation.actions.ts';
import { accountCreationErrors, NewUser, NewUserBody } from './account-creation.schema.ts';

/** For super admins, also while sign-up is closed. */
export function accountCreationRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/admin/users',
      {
        config: { requiresFreshSession: true, refusedWhileImpersonating: true, isResponseSecret: true },
        schema: {
          tags: ['Administration'],
          operationId: 'createUser',
          summary: 'Create an account',
          description:
            'Works with every `SIGN_UP`, for the built-in identity provider. The response has a password for the first sign-in. The request is written to the audit log.',
          body: NewUser,
          errors: ['account.email-taken', 'account.external-provider'],
          response: { 201: NewUserBody },
        },
      },
      async (request, reply) => {
        if (deps.handleIdentity === null) throw accountCreationErrors.externalProvider();
        return reply.status(201).send(await createAccount(deps, actorOf(request), request.body));
      },
    );
  };
}
