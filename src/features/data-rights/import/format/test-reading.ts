import type { openReading } from './reading.actions.ts';

/* What the tests of hostile files do in the thread of a reading. */

type Reading = ReturnType<typeof openReading>;

/** Recognizes any file, and computes for ever before its first item. */
export function openSpinning(_file: Parameters<typeof openReading>[0]): Reading {
  return {
    recognize: async () => 'markdown',
    begin: async () => undefined,
    next: async () => {
      for (;;);
    },
    readFile: async () => new Uint8Array(),
    close: async () => undefined,
  };
}
