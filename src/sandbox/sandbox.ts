import { join } from 'node:path';
import type { Config } from '#app/config.ts';
import { startSandboxAi } from './ai/ai.ts';
import { type SandboxMusic, startSandboxMusic } from './music/music.ts';
import { type SandboxPayment, startSandboxPayment } from './payment/payment.ts';
import { startSandboxPush } from './push/push.ts';

export type Sandboxed = {
  /** Points to the sandbox for every provider that it stands in for. */
  config: Config;
  sandboxes: ReadonlyMap<string, string>;
  close: () => Promise<void>;
};

/**
 * Starts a server of our own for each provider that is not configured, where that is wanted: each speaks the protocol of
 * the provider, so that the code that talks to it is the real one. Those with pages for people listen where the server does, at the
 * two ports after its own, and remember in `DATA_DIR/sandbox`; a temporary one beside a server does neither.
 */
export async function withSandbox(config: Config, isWanted: boolean, { isTemporary = false } = {}): Promise<Sandboxed> {
  if (!isWanted) return { config, sandboxes: new Map(), close: async () => undefined };
  const push = await startSandboxPush();
  const ai = config.ai.apiKey === null ? await startSandboxAi() : null;
  const webhook = `${config.http.publicUrl}/api/payment/webhook`;
  const { host, port, publicUrl } = config.http;
  const bindingOf = (offset: number, name: string) =>
    isTemporary
      ? {}
      : {
          host,
          port: port === 0 ? 0 : port + offset,
          // Elsewhere than on this machine alone, pages are reached by the address that people use.
          urlHost: host === '127.0.0.1' ? host : new URL(publicUrl).hostname,
          statePath: join(config.dataDirectory, 'sandbox', name),
        };
  const payment =
    config.payment.apiKey === null ? await startSandboxPayment({ webhook, ...bindingOf(1, 'payments') }) : null;
  const music =
    config.music.clientId === null ? await startSandboxMusic({ playsByItself: true, ...bindingOf(2, 'music') }) : null;
  return {
    config: {
      ...config,
      // Beside those of browsers, which need no configuration.
      push: { ...config.push, allowedHosts: [...config.push.allowedHosts, push.url] },
      ...(ai !== null && { ai: { ...config.ai, apiKey: 'sandbox', baseUrl: ai.url } }),
      ...(payment !== null && { payment: paymentOf(payment, config.payment.priceIds) }),
      ...(music !== null && { music: musicOf(music) }),
    },
    sandboxes: new Map([
      ['Push', push.url],
      ...(ai !== null ? [['AI', ai.url] as const] : []),
      ...(payment !== null ? [['Payments', payment.url] as const] : []),
      ...(music !== null ? [['Music', music.url] as const] : []),
    ]),
    close: async () => {
      await Promise.all([push.close(), ai?.close(), payment?.close(), music?.close()]);
    },
  };
}

function paymentOf(sandbox: SandboxPayment, priceIds: readonly string[]): Config['payment'] {
  const { apiKey, signingSecret, url } = sandbox;
  return { apiKey, signingSecret, apiUrl: url, priceIds: priceIds.length > 0 ? priceIds : sandbox.priceIds };
}

function musicOf({ clientId, clientSecret, authorizeUrl, tokenUrl, apiUrl }: SandboxMusic): Config['music'] {
  return { clientId, clientSecret, authorizeUrl, tokenUrl, apiUrl };
}
