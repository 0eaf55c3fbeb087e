#!/bin/sh
# The Model Context Protocol of 2025-11-25 (page Tasks) says that a receiver which does not declare tasks for a kind of request must process such a
# request normally, and ignore its "task". The SDK answers with -32603, an internal error, before the handler is called. A client that was
# written for servers with tasks gets no result from a server without them, and an error that looks like a fault of the tool.
# Seen: @modelcontextprotocol/sdk 1.32.2, with Server and with McpServer, on Node 20.20.2. Needs Node and npm.
set -eu
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" @modelcontextprotocol/sdk@1.32.2 >/dev/null
cat >tasks.mjs <<'SCRIPT'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const INFO = { name: 'example', version: '1' };
const greet = async () => ({ content: [{ type: 'text', text: 'Hello' }] });
const servers = {
  Server: () => {
    const server = new Server(INFO, { capabilities: { tools: {} } });
    server.setRequestHandler(CallToolRequestSchema, greet);
    return server;
  },
  McpServer: () => {
    const server = new McpServer(INFO);
    server.registerTool('greet', { description: 'Greets' }, greet);
    return server;
  },
};

async function call(server, params) {
  const [client, remote] = InMemoryTransport.createLinkedPair();
  await server.connect(remote);
  const response = new Promise((resolve) => {
    client.onmessage = (message) => message.id === 2 && resolve(message);
  });
  await client.start();
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO };
  await client.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello });
  await client.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  await client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  const { result, error } = await response;
  await server.close();
  return error === undefined ? result.content[0].text : `${error.code} ${error.message}`;
}

for (const [name, create] of Object.entries(servers)) {
  const plain = await call(create(), { name: 'greet', arguments: {} });
  const asTask = await call(create(), { name: 'greet', arguments: {}, task: { ttl: 60_000 } });
  console.log({ name, plain, asTask });
  if (plain !== 'Hello' || !asTask.startsWith('-32603 ')) {
    console.error('This is not what was seen.');
    process.exit(1);
  }
}
SCRIPT
node tasks.mjs
