const CONCURRENCY = 4;
const MAX_KEPT = 400;
/** The largest tile on a fine display needs no more. */
const SIDE_PX = 256;

/**
 * Photos of tiles, loaded when they are seen first and decoded beside the page. Calls `onLoaded` with the user of each. A photo that
 * does not come leaves a flower.
 */
export function createPhotos(onLoaded: (userId: string) => void) {
  const kept = new Map<string, ImageBitmap | null>();
  let waiting: { userId: string; url: string }[] = [];
  let loading = 0;
  let isClosed = false;

  function next(): void {
    const one = loading < CONCURRENCY ? waiting.pop() : undefined;
    if (one === undefined || isClosed) return;
    loading += 1;
    load(one.url)
      .then(
        (photo) => {
          keep(one.url, photo);
          if (!isClosed) onLoaded(one.userId);
        },
        () => undefined,
      )
      .finally(() => {
        loading -= 1;
        next();
      });
  }

  function keep(url: string, photo: ImageBitmap): void {
    kept.set(url, photo);
    const [oldest] = kept.keys();
    if (kept.size <= MAX_KEPT || oldest === undefined) return;
    kept.get(oldest)?.close();
    kept.delete(oldest);
  }

  return {
    /** The photo of a user, or null until it is loaded. */
    photoOf: (userId: string, url: string): ImageBitmap | null => {
      const known = kept.get(url);
      if (known !== undefined) return known;
      kept.set(url, null);
      waiting.push({ userId, url });
      next();
      return null;
    },
    close: () => {
      isClosed = true;
      waiting = [];
      for (const photo of kept.values()) photo?.close();
      kept.clear();
    },
  };
}

async function load(url: string): Promise<ImageBitmap> {
  const image = new Image();
  image.decoding = 'async';
  image.src = url;
  await image.decode();
  return createImageBitmap(image, { resizeWidth: SIDE_PX, resizeHeight: SIDE_PX, resizeQuality: 'medium' });
}
