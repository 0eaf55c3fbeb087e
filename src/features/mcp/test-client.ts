import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

type ToolResponse = { isError: boolean; text: string; value: Record<string, never> };

/** The client of the protocol's library, connected to a server that listens. */
export async function connectClient(port: number, token: string) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  onTestFinished(() => client.close());
  return {
    client,
    listTools: async () => (await client.listTools()).tools,
    call: async (name: string, input: object = {}): Promise<ToolResponse> => {
      const { isError = false, content } = await client.callTool({ name, arguments: { ...input } });
      const [{ text }] = content as [{ text: string }];
      return { isError: isError === true, text, value: isError === true ? {} : JSON.parse(text) };
    },
  };
}
