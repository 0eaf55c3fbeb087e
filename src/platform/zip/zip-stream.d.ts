declare module 'zip-stream' {
  import type { Transform } from 'node:stream';

  /** The types of version 7, which has none. */
  export default class ZipStream extends Transform {
    constructor(options?: { level?: number });
    entry(
      source: Buffer | NodeJS.ReadableStream,
      data: { name: string; date: Date; store?: boolean },
      callback: (error: Error | null) => void,
    ): void;
    finish(): void;
    /** The length of the archive so far, by which `write` increases it. */
    protected offset: number;
  }
}
