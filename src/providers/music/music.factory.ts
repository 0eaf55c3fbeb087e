import { musicErrors } from './music.errors.ts';
import type { Music, MusicConfiguration } from './music.ts';

/** Creates the client of the music service. */
export async function createMusic(configuration: MusicConfiguration): Promise<Music> {
  const { clientId } = configuration;
  if (clientId === null) return NOT_CONFIGURED;
  const { createWebApiMusic } = await import('./music.web-api.ts');
  return createWebApiMusic({ ...configuration, clientId });
}

function reject(): never {
  throw musicErrors.notConfigured();
}

const NOT_CONFIGURED: Music = {
  isConfigured: false,
  requireConfigured: reject,
  authorizeUrl: reject,
  exchangeCode: async () => reject(),
  refresh: async () => reject(),
  whoAmI: async () => reject(),
  recentPlays: async () => reject(),
  circuitStates: () => [],
};
