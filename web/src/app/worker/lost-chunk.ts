const KEY = 'meadow-reloaded-at';
const AGAIN_AFTER_MS = 60_000;

/** Loads the page again, once, if a part of the client is gone from the server: a newer version was installed there. */
export function reloadOnLostChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    const reloadedAt = Number(sessionStorage.getItem(KEY));
    if (Date.now() - reloadedAt < AGAIN_AFTER_MS) return;
    void fetch('/health', { cache: 'no-store' }).then(
      () => {
        sessionStorage.setItem(KEY, String(Date.now()));
        window.location.reload();
      },
      // Offline the part is missing for another reason, and a reload would lose the page.
      () => undefined,
    );
  });
}
