import { actorOf } from '#access/actor.ts';
import { openToTokens } from '#access/token-guard.ts';
import type { Routes } from '#platform/http/guarded-routes.ts';
import { McpAccepted, McpMessage, McpResponse } from '#platform/http/mcp/mcp-message.ts';
import type { HttpScope } from '#platform/http/scope.ts';
import type { McpDeps } from './deps.ts';
import { handleMcpRequest, refuseMethod } from './mcp.actions.ts';

const PATH = '/mcp';
/** Some clients add it. The same route, and no operation of its own. */
const PATH_WITH_SLASH = `${PATH}/`;

/** Streamable HTTP without sessions: each message is a request, and its response is JSON. */
export function mcpRoutes(deps: McpDeps): Routes {
  return openToTokens([], (scope) => {
    for (const path of [PATH, PATH_WITH_SLASH]) openMessages(scope, deps, path);
  });
}

function openMessages(scope: HttpScope, deps: McpDeps, path: string): void {
  scope.post(
    path,
    {
      config: { refusedWhileImpersonating: true, ...(path !== PATH && { isPage: true }) },
      // RFC 9110, 11.6.1. Clients of the protocol look for it.
      onSend: async (_request, reply, payload) => {
        if (reply.statusCode === 401) reply.header('www-authenticate', 'Bearer realm="Meadow"');
        return payload;
      },
      schema: {
        ...(path !== PATH && { hide: true }),
        tags: ['MCP'],
        operationId: 'handleMcpMessage',
        summary: 'Send a message of an MCP client',
        description:
          'The Model Context Protocol (MCP) over Streamable HTTP, without sessions and batches. Needs a personal access token, whose scopes decide which tools there are, and `preferences.mcp` of the profile. Reads are written to the audit log. The path may end with a slash.',
        // No other credential.
        security: [],
        body: McpMessage,
        errors: [
          'mcp.foreign-origin',
          'mcp.message-invalid',
          'mcp.not-acceptable',
          'mcp.off',
          'mcp.personal-token-required',
        ],
        response: { 200: McpResponse, 202: McpAccepted },
      },
    },
    async (request, reply) => {
      const body = await handleMcpRequest(deps, actorOf(request), request);
      return body === null ? reply.status(202).send() : reply.send(body);
    },
  );
}

/** Clients ask for a stream, and go on without one after 405. */
export function mcpMethodRoutes(): Routes {
  return (scope) => {
    for (const url of [PATH, PATH_WITH_SLASH]) {
      scope.route({
        method: ['GET', 'DELETE'],
        url,
        exposeHeadRoute: false,
        // No operation of the API.
        config: { isPage: true },
        schema: { hide: true, errors: ['mcp.only-post'] },
        handler: async (_request, reply) => {
          reply.header('allow', 'POST');
          return refuseMethod();
        },
      });
    }
  };
}
