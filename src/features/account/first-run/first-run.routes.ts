import { actorOf } from '#access/actor.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { MessageBody } from '#platform/http/shapes.ts';
import type { AccountDeps } from '../deps.ts';
import { becomeFirstSuperAdmin, checkFirstRunCode } from './first-run.actions.ts';
import { FirstRunCode } from './first-run.schema.ts';

const tags = ['Administration'];
const errors = ['first-run.code-invalid', 'first-run.finished'];

export function firstRunCheckRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/first-run/check',
      {
        config: { costly: 'sign-in' },
        schema: {
          tags,
          operationId: 'checkFirstRunCode',
          summary: 'Check the code of the first run',
          description: 'A server without a super admin prints a code at its start. A check does not use it.',
          body: FirstRunCode,
          errors,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await checkFirstRunCode(deps, request.body.code);
        return { message: 'The code is valid.' };
      },
    );
  };
}

export function firstRunRoutes(deps: AccountDeps): Routes {
  return (scope) => {
    scope.post(
      '/api/first-run',
      {
        config: { costly: 'sign-in', refusedWhileImpersonating: true },
        schema: {
          tags,
          operationId: 'becomeFirstSuperAdmin',
          summary: 'Become the first super admin',
          description:
            'Needs the code that a server without a super admin prints at its start. It can be used once. A sign-up with the code as `invitation` does the same, with every `SIGN_UP`. The role takes effect immediately.',
          body: FirstRunCode,
          errors,
          response: { 200: MessageBody },
        },
      },
      async (request) => {
        await becomeFirstSuperAdmin(deps, actorOf(request), request.body.code, request.accessToken);
        return { message: 'You are a super admin now.' };
      },
    );
  };
}
