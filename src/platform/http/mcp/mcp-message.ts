import Type, { type Static } from 'typebox';
import { declareErrors } from '../../errors.ts';

/** A message of the Model Context Protocol, which is JSON-RPC 2.0. The library of the protocol checks the rest of it. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Integer()])),
    method: Type.Optional(Type.String({ maxLength: 200, description: 'Such as `tools/call`.' })),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'McpMessage', additionalProperties: true },
);
export type McpMessage = Static<typeof McpMessage>;

export const McpResponse = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Union([Type.String(), Type.Integer()]),
    result: Type.Optional(Type.Object({}, { additionalProperties: true })),
    error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() }, { additionalProperties: true })),
  },
  { title: 'McpResponse' },
);
export type McpResponse = Static<typeof McpResponse>;

/** A response without a body. */
export const McpAccepted = Type.Unsafe<undefined>(Type.Null({ description: 'The notification is accepted.' }));

/** What the protocol needs of a request. */
export type McpRequest = { headers: Readonly<Record<string, unknown>>; body: McpMessage };

export const mcpMessageErrors = declareErrors({
  invalid: {
    status: 400,
    code: 'mcp.message-invalid',
    message: 'This is no message of a supported version of the Model Context Protocol. See `details`.',
  },
  notAcceptable: {
    status: 406,
    code: 'mcp.not-acceptable',
    message: 'The response is JSON. Send Accept: application/json, or application/json, text/event-stream.',
  },
});
