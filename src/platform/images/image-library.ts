import { createRequire } from 'node:module';
import type { default as Library, Sharp, SharpInput, SharpOptions } from 'sharp';

const requireHere = createRequire(import.meta.url);
let library: typeof Library | undefined;

/** Makes a pipeline of the image library, which is loaded for the first one: many nodes process no picture for hours. */
export function sharp(input: SharpInput, options?: SharpOptions): Sharp {
  library ??= loadLibrary();
  return library(input, options);
}

function loadLibrary(): typeof Library {
  const loaded = requireHere('sharp') as typeof Library;
  // No picture is processed twice, so a cache would only take memory.
  loaded.cache(false);
  return loaded;
}
