import { useConfig } from '../use-config.ts';
import { outsideProviderOf } from './provider-of.ts';

export function useOutsideProvider() {
  return outsideProviderOf(useConfig());
}

/** What the provider is called: its host. */
export function nameOfProvider(issuer: string): string {
  return new URL(issuer).host;
}
