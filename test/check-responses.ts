import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { API_DESCRIPTION } from '#app/api-description.ts';
import { errorCodesOf } from '#platform/http/openapi/openapi-document.ts';
import type { HttpScope } from '#platform/http/scope.ts';

/** Compiled once for all apps of a worker: shapes are constants of the sources. */
const validators = new WeakMap<object, ReturnType<typeof Compile>>();

/**
 * Fails a response that its operation does not declare: one of another shape, or an error of another code. The serializer
 * alone would not tell, because it makes every response fit.
 */
export function checkResponses(server: HttpScope): void {
  server.addHook('preSerialization', async (request, reply, payload) => {
    const { code } = (payload ?? {}) as { code?: string };
    if (reply.statusCode >= 400 && code !== undefined && !isDeclared(request, code)) {
      throw new Error(`${request.method} ${request.routeOptions.url} answered ${code}, which it does not declare.`);
    }
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

const { errors } = API_DESCRIPTION;

/** The identity provider has codes of its own, which are passed on. */
const PASSED_ON = /^identity\./;

function isDeclared(request: FastifyRequest, code: string): boolean {
  const { config, schema, url } = request.routeOptions;
  if (url === undefined || PASSED_ON.test(code)) return true;
  return [...errorCodesOf({ config, ...(schema && { schema }) }, errors), ...errors.any].includes(code);
}
