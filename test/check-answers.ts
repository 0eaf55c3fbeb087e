import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { HttpScope } from '../src/platform/http/server.ts';

/**
 * Holds every answer of the tests against the shape that its route declares for the status. The serializer alone would
 * not tell: it makes what it gets fit.
 */
export function checkAnswers(server: HttpScope): void {
  const validators = new WeakMap<object, ReturnType<typeof Compile>>();
  server.addHook('preSerialization', async (request, reply, payload) => {
    const schema = declaredShape(request, reply.statusCode);
    if (schema === undefined) return payload;
    const validator = validators.get(schema) ?? Compile(schema);
    validators.set(schema, validator);
    if (!validator.Check(payload)) {
      const problems = JSON.stringify(validator.Errors(payload));
      throw new Error(
        `${request.method} ${request.routeOptions.url} answered ${reply.statusCode} against its shape: ${problems}`,
      );
    }
    return payload;
  });
}

function declaredShape(request: FastifyRequest, status: number): TSchema | undefined {
  const shapes = (request.routeOptions.schema?.response ?? {}) as Record<string, TSchema>;
  return shapes[status] ?? shapes[`${String(status)[0]}xx`];
}
