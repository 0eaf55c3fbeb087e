import type { components } from '@meadow/client';

type TokenScope = components['schemas']['TokenScope'];

/** The scopes that the tools of the MCP server require. */
export const MCP_SCOPES: readonly TokenScope[] = ['journal:read', 'journal:write', 'goals', 'workout'];

/** Whether an MCP client can call a tool with a token of these scopes. */
export function isForMcp(scopes: readonly TokenScope[]): boolean {
  return scopes.some((scope) => MCP_SCOPES.includes(scope));
}
