import { codeOf } from '#platform/errors.ts';
import { LEASE_MS, type SendingDeps, serveEndpoint } from './sending.actions.ts';
import { claimDueEndpoints, type Lease } from './sending.store.ts';

/** Endpoints that a node serves at once: each of the two groups has that many slots. */
const SLOTS = 16;

/** Sends due deliveries to many endpoints at once. */
export type Sender = {
  /**
   * Starts to serve endpoints with due deliveries in the free slots, and returns how many. Nodes lease endpoints, so that each is
   * served by one at a time. Failing endpoints have slots of their own: they never delay others.
   */
  fill(): Promise<number>;
  /** Resolves once no endpoint is being served. */
  drain(): Promise<void>;
};

/** `onEnd` is called when a slot becomes free. */
export function createSender(deps: SendingDeps, onEnd: () => void = () => undefined): Sender {
  const healthy = new Set<Promise<void>>();
  const failing = new Set<Promise<void>>();

  async function fillSlots(running: Set<Promise<void>>, isFailing: boolean): Promise<number> {
    const limit = SLOTS - running.size;
    if (limit === 0) return 0;
    const now = deps.clock.now();
    const leaseId = deps.ids.next();
    const leasedUntil = new Date(now.getTime() + LEASE_MS);
    const endpointIds = await claimDueEndpoints(deps.db, { isFailing, leaseId, now, leasedUntil, limit });
    for (const endpointId of endpointIds) {
      const run = serve(deps, { endpointId, leaseId }).then(() => {
        running.delete(run);
        onEnd();
      });
      running.add(run);
    }
    return endpointIds.length;
  }

  return {
    fill: async () => (await fillSlots(healthy, false)) + (await fillSlots(failing, true)),
    drain: async () => {
      while (healthy.size + failing.size > 0) await Promise.all([...healthy, ...failing]);
    },
  };
}

async function serve(deps: SendingDeps, lease: Lease): Promise<void> {
  try {
    await serveEndpoint(deps, lease);
  } catch (error) {
    deps.log.warn({ event: 'webhook.not-served', code: codeOf(error) }, 'Could not send the events of a webhook');
  }
}
