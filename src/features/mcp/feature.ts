import { defineFeature } from '#access/feature.ts';
import { mcpMethodRoutes, mcpRoutes } from './mcp.routes.ts';

/** The journal, goals and day of a user for clients of the Model Context Protocol (MCP). */
export const mcp = defineFeature({ routes: { public: [mcpMethodRoutes], member: [mcpRoutes] } });
