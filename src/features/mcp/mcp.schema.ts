import { declareErrors } from '#platform/errors.ts';

export const mcpErrors = declareErrors({
  off: {
    status: 403,
    code: 'mcp.off',
    message:
      'Your account does not admit MCP clients. Allow them with PUT /api/user/profile: set preferences.mcp to true.',
  },
  tokenRequired: {
    status: 403,
    code: 'mcp.personal-token-required',
    message:
      'MCP clients need a personal access token. Create one with POST /api/user/tokens, and send it as bearer token.',
  },
  foreignOrigin: {
    status: 403,
    code: 'mcp.foreign-origin',
    message: 'Pages of this origin may not call this server. The operator can add it to CORS_ORIGINS.',
  },
  onlyPost: {
    status: 405,
    code: 'mcp.only-post',
    message: 'This server keeps no sessions and opens no streams. Send each message with POST.',
  },
});
