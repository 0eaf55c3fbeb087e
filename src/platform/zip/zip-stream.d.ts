declare module 'zip-stream' {
  import type { Transform } from 'node:stream';

  /** Of version 7, which brings no types. */
  export default class ZipStream extends Transform {
    constructor(options?: { level?: number });
    entry(
      source: Buffer | NodeJS.ReadableStream,
      data: { name: string; date: Date; store?: boolean },
      callback: (error: Error | null) => void,
    ): void;
    finish(): void;
  }
}
