// Runs in the page before its own scripts. Benchmark and tests read what it notes through `bench`.
const BUSY = '[aria-busy=true], [data-pending]';

globalThis.bench = (() => {
  const noted = { contentMs: 0, paintMs: 0, shift: 0, busyUntilMs: 0 };
  const keys = new Map();
  let selector = 'h1';
  let frames = null;

  const observe = (type, note, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  observe('largest-contentful-paint', ({ startTime }) => {
    noted.paintMs = startTime;
  });
  observe('layout-shift', ({ hadRecentInput, value }) => {
    if (!hadRecentInput) noted.shift += value;
  });
  observe('longtask', ({ startTime, duration }) => {
    noted.busyUntilMs = startTime + duration;
  });
  const noteKey = ({ interactionId, duration }) => {
    if (interactionId) keys.set(interactionId, Math.max(duration, keys.get(interactionId) ?? 0));
  };
  // The shortest that browsers tell.
  observe('event', noteKey, { durationThreshold: 16 });

  new MutationObserver(() => {
    const isThere = [...document.querySelectorAll(selector)].some((element) => element.closest(BUSY) === null);
    if (isThere && noted.contentMs === 0) noted.contentMs = performance.now();
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-busy'] });

  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  return {
    expect(content) {
      selector = content;
    },
    /** Waits until the content is there, and no task took 50 ms for a second since. */
    async untilQuiet() {
      const isQuiet = () =>
        noted.contentMs > 0 && performance.now() - Math.max(noted.contentMs, noted.busyUntilMs) > 1000;
      while (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    read() {
      const early = performance
        .getEntriesByType('resource')
        .filter(({ responseEnd }) => responseEnd <= noted.contentMs);
      const pathOf = ({ name }) => new URL(name).pathname;
      // Nothing waits for the stream of events: it stays open.
      const requests = early.map(pathOf).filter((path) => /^\/(api|auth)\//.test(path) && path !== '/api/events');
      const scripts = early.filter((entry) => pathOf(entry).endsWith('.js'));
      return {
        ...noted,
        interactiveMs: Math.max(noted.contentMs, noted.busyUntilMs),
        requests,
        scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    },
    /** Notes the time between frames until `endFrames`, which returns them. */
    startFrames() {
      frames = [];
      let last = performance.now();
      const note = (now) => {
        if (frames === null) return;
        frames.push(now - last);
        last = now;
        requestAnimationFrame(note);
      };
      requestAnimationFrame((now) => {
        last = now;
        requestAnimationFrame(note);
      });
    },
    endFrames() {
      const noted = frames;
      frames = null;
      return noted;
    },
    keyDurations: () => [...keys.values()],
    /** Scrolls half a window a frame until nothing more is loaded. Returns the time between frames. */
    async scrollToEnd() {
      const frames = [];
      let last = await nextFrame();
      let framesAtEnd = 0;
      while (framesAtEnd < 60) {
        const before = scrollY;
        scrollBy(0, innerHeight / 2);
        const now = await nextFrame();
        frames.push(now - last);
        last = now;
        const isLoading = document.querySelector('[role=feed][aria-busy=true]') !== null;
        framesAtEnd = scrollY === before && !isLoading ? framesAtEnd + 1 : 0;
      }
      const rows = [...document.querySelectorAll('[role=feed] [aria-posinset]')];
      return { frames, entries: Number(rows.at(-1)?.getAttribute('aria-posinset') ?? 0) };
    },
  };
})();
