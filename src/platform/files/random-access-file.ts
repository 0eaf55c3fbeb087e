/** A file whose bytes are read at any position, so that a large one takes no memory. */
export type RandomAccessFile = {
  byteLength: number;
  /** Reads `length` bytes, or fewer at the end of the file. */
  readAt(position: number, length: number): Promise<Buffer>;
};
