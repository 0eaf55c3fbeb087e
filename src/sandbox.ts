import type { Config } from './config.ts';
import { startSandboxAi } from './providers/ai/ai.sandbox.ts';

export type Sandboxed = {
  /** Points to the sandbox for every provider that it stands in for. */
  config: Config;
  sandboxes: ReadonlyMap<string, string>;
  close: () => Promise<void>;
};

/**
 * Starts a server of our own for each provider that is not configured, where that is wanted: each speaks the protocol of
 * the provider, so that the code that talks to it is the real one.
 */
export async function withSandbox(config: Config, isWanted: boolean): Promise<Sandboxed> {
  if (!isWanted || config.ai.apiKey !== null) return { config, sandboxes: new Map(), close: async () => undefined };
  const ai = await startSandboxAi();
  return {
    config: { ...config, ai: { ...config.ai, apiKey: 'sandbox', baseUrl: ai.url } },
    sandboxes: new Map([['AI', ai.url]]),
    close: ai.close,
  };
}
