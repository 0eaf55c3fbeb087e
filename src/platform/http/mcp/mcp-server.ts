import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { TObject } from 'typebox';
import { type McpMessage, type McpRequest, type McpResponse, mcpMessageErrors } from './mcp-message.ts';

/** Something that a client can do. */
export type McpTool = { name: string; title: string; description: string; isReadOnly: boolean; input: TObject };

/** A failure is text that the language model can read, so that it can correct its call. */
export type McpToolResult = { result: object } | { failure: string };

export type McpServer = {
  name: string;
  title: string;
  version: string;
  /** For the language model. */
  instructions: string;
  tools: readonly McpTool[];
  /** Returns null if there is no tool with the name. Must not reject. */
  call: (name: string, input: object) => Promise<McpToolResult | null>;
};

/** Those that the library reads. */
const HEADERS = ['accept', 'content-type', 'mcp-protocol-version'];

/**
 * Handles one message of the Streamable HTTP transport, without a session; null to a notification. A server of the library exists for one message: nothing is
 * kept between two.
 * @throws {mcp.not-acceptable}
 * @throws {mcp.message-invalid}
 */
export async function handleMcpMessage(server: McpServer, { headers, body }: McpRequest): Promise<McpResponse | null> {
  const protocol = createProtocol(server);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await protocol.connect(transport);
  try {
    const sent = new Headers();
    for (const name of HEADERS) if (headers[name] !== undefined) sent.set(name, String(headers[name]));
    // The library wants both, and only ever responds with JSON here.
    if (acceptsJson(headers.accept)) sent.set('accept', 'application/json, text/event-stream');
    // The library reads no URL, and the body as it is given.
    const request = new Request('http://mcp.invalid', { method: 'POST', headers: sent });
    return await responseOf(await transport.handleRequest(request, { parsedBody: asTheLibraryReads(body) }));
  } finally {
    await protocol.close();
  }
}

/**
 * Programs send null in place of no arguments. A call as a task is handled like any other, as the protocol asks of a server without tasks
 * (2025-11-25, Tasks, Capability Negotiation).
 */
function asTheLibraryReads(message: McpMessage): McpMessage {
  if (message.method !== 'tools/call' || message.params === undefined) return message;
  const { arguments: given, task: _task, ...params } = message.params as { arguments?: unknown; task?: unknown };
  return { ...message, params: given === null || given === undefined ? params : { ...params, arguments: given } };
}

/** As RFC 9110 reads the header: without it any type is accepted. */
function acceptsJson(accept: unknown): boolean {
  if (accept === undefined) return true;
  const ranges = String(accept)
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  const weightOf = (type: string) => {
    const found = ranges.find(([name]) => name === type);
    return found === undefined ? null : Number(found.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  };
  return (weightOf('application/json') ?? weightOf('application/*') ?? weightOf('*/*') ?? 0) > 0;
}

async function responseOf(response: Response): Promise<McpResponse | null> {
  if (response.status === 202) return null;
  const body = (await response.json()) as McpResponse;
  if (response.status === 200) return body;
  if (response.status === 406) throw mcpMessageErrors.notAcceptable();
  throw mcpMessageErrors.invalid({ details: [{ path: 'body', message: body.error?.message ?? '' }] });
}

function createProtocol({ name, title, version, instructions, tools, call }: McpServer): Server {
  const protocol = new Server(
    { name, title, version },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: NO_VALIDATOR },
  );
  protocol.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }));
  protocol.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const outcome = await call(params.name, params.arguments ?? {});
    if (outcome === null) throw new McpError(ErrorCode.InvalidParams, `There is no tool with the name ${params.name}.`);
    return resultOf(outcome);
  });
  return protocol;
}

/** A validator that is never called: the library would create one for responses of the client, to which no requests are sent. */
const NO_VALIDATOR = {
  getValidator: () => {
    throw new Error('The client is asked nothing.');
  },
};

function describeTool({ name, title, description, isReadOnly, input }: McpTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: { ...input },
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, idempotentHint: isReadOnly, openWorldHint: false },
  };
}

function resultOf(outcome: McpToolResult): CallToolResult {
  if ('failure' in outcome) return { content: [{ type: 'text', text: outcome.failure }], isError: true };
  const { result } = outcome;
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
}
