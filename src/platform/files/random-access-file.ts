import { read } from 'node:fs';
import { promisify } from 'node:util';

/** A file whose bytes are read at any position, so that a large one takes no memory. */
export type RandomAccessFile = {
  byteLength: number;
  /** Reads `length` bytes, or fewer at the end of the file. */
  readAt(position: number, length: number): Promise<Buffer>;
};

/** A file that is open in this process, in this thread or another one. */
export function openDescriptor(descriptor: number, byteLength: number): RandomAccessFile {
  return {
    byteLength,
    readAt: async (position, length) => {
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, byteLength - position)));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await readBytes(descriptor, bytes, at, bytes.length - at, position + at);
        if (bytesRead === 0) throw new Error('A file is shorter than it was.');
        at += bytesRead;
      }
      return bytes;
    },
  };
}

const readBytes = promisify(read);
