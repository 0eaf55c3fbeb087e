import { Writable } from 'node:stream';
import { systemClock } from '../clock.ts';
import { createIds } from '../ids.ts';
import { createLogger } from '../log.ts';
import { systemRandom } from '../random.ts';
import { openGuardedRoutes, type Routes } from './guarded-routes.ts';
import { createServer } from './server.ts';

/** A small server for one test file, whose public routes are these, and what it has logged so far. */
export function createTestServer(
  routes: Routes,
  options: {
    isDraining?: () => boolean;
    corsOrigins?: string[];
    trustedProxies?: string[];
    knownHosts?: readonly string[] | null;
  } = {},
) {
  let logged = '';
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  });
  const created = createServer({
    logger: createLogger('trace', sink),
    ids: createIds(systemClock, systemRandom),
    isDraining: options.isDraining ?? (() => false),
    isReachedOverTls: false,
    limits: { congestionSample: 0 },
    trustedProxies: options.trustedProxies ?? [],
    corsOrigins: options.corsOrigins ?? [],
    knownHosts: options.knownHosts ?? null,
  });
  openGuardedRoutes(created.server, 'public', async () => undefined, [routes]);
  return { ...created, logged: () => logged };
}
