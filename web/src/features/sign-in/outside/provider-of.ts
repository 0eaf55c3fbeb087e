import type { components } from '@meadow/client';
import type { OutsideProvider } from './outside-provider.ts';

type Config = components['schemas']['Instance'];

/** The outside provider of this server; null with the built-in one, or while its client id is not configured. */
export function outsideProviderOf({ sign_in: { kind, issuer, client } }: Config): OutsideProvider | null {
  return kind === 'external' && client !== null ? { issuer, client } : null;
}
