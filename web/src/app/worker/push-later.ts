/** Screens ask for their own first. */
const WAIT_MS = 3_000;

let isPlanned = false;

/** Once for each start of the page: see `keepPushDevice`. */
export function keepPushLater(): void {
  if (isPlanned || !('serviceWorker' in navigator)) return;
  isPlanned = true;
  setTimeout(() => {
    import('./push-subscription.ts').then(({ keepPushDevice }) => keepPushDevice()).catch(() => undefined);
  }, WAIT_MS);
}
