import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32, deflateSync } from 'node:zlib';
import libheif from 'libheif-js/libheif-wasm/libheif.js';
import sharp from 'sharp';
import { sizeOfLongPicture } from './image-size.rules.ts';

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number };
type Instance = { readonly exports: Readonly<Record<string, unknown>> };
type Code = { readonly code: unique symbol };

/** The used part of a global that the types of Node leave out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => Code;
  Instance: new (code: Code, imports: object) => Instance;
  Memory: new () => Memory;
};

/** An object of the library, in its memory. */
type Handle = { readonly libheif: unique symbol };

/** The used part of libheif in WebAssembly, whose package types it as `any`. */
type Libheif = {
  heif_error_code: { heif_error_Ok: unknown };
  heif_colorspace: { heif_colorspace_RGB: unknown };
  heif_chroma: { heif_chroma_interleaved_RGBA: unknown };
  heif_context_alloc(): Handle;
  heif_context_read_from_memory(context: Handle, file: Uint8Array): { code: unknown };
  /** An object with a `code` if there is none. */
  heif_js_context_get_primary_image_handle(context: Handle): Handle & { code?: unknown };
  heif_image_handle_get_width(image: Handle): number;
  heif_image_handle_get_height(image: Handle): number;
  heif_js_decode_image2(image: Handle, space: unknown, chroma: unknown): { channels?: Channel[] };
};

type Channel = { data: Uint8Array; stride: number; width: number; height: number };

export type HeicInput = { file: Uint8Array; maxPixels: number; maxSide: number };

/** Pixels are null if there are too many of them, or if the file is no readable picture. */
export type HeicOutput = { png: Uint8Array | null; hasTooManyPixels: boolean };

const BYTES_PER_PIXEL = 4;
/** A picture of 50 megapixels takes 420 MB. */
const MAX_MEMORY_BYTES = 640 * 1024 * 1024;
/** The page size of WebAssembly memory. */
const PAGE_BYTES = 64 * 1024;
/** That of a phone has 500. */
const MAX_PROFILE_BYTES = 1024 * 1024;
/** The signature and the chunk IHDR. */
const PNG_HEADER_BYTES = 33;

/** ITU-T H.273: SMPTE RP 431-2 and EG 432-1. */
const P3_PRIMARIES = new Set([11, 12]);
/** ITU-T H.273: PQ and HLG. */
const HDR_TRANSFERS = new Set([16, 18]);

const INSIDE = { fit: 'inside', withoutEnlargement: true } as const;

const requireHere = createRequire(import.meta.url);
const createLibheif = libheif as unknown as (options: object) => Libheif;
let compiled: Code | null = null;

/**
 * Decodes the main picture of a HEIC file, upright, and encodes it as a PNG with its colour profile alone, reduced to `maxSide`. Runs in a worker
 * thread (`heic.ts`).
 */
export async function heicToPng({ file, maxPixels, maxSide }: HeicInput): Promise<HeicOutput> {
  const pixels = decode(file, maxPixels);
  if (pixels === null || pixels === 'too many') return { png: null, hasTooManyPixels: pixels !== null };
  const { data, stride, width, height } = pixels;
  const raw = { width: stride / BYTES_PER_PIXEL, height, channels: BYTES_PER_PIXEL } as const;
  const plain = await sharp(data, { raw, limitInputPixels: false })
    .extract({ left: 0, top: 0, width, height })
    .resize({ ...(sizeOfLongPicture({ width, height }, maxSide) ?? { width: maxSide, height: maxSide }), ...INSIDE })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const profile = profileIn(file) ?? (isDisplayP3(file) ? await readDisplayP3() : null);
  const png = profile === null ? plain : withProfile(plain, profile);
  return { png, hasTooManyPixels: false };
}

/** The colour profile of a HEIC file, found by the name of its box; null if there is none. */
function profileIn(file: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.indexOf('colrprof');
  if (start < 4) return null;
  const boxLength = bytes.readUInt32BE(start - 4);
  return boxLength > MAX_PROFILE_BYTES ? null : bytes.subarray(start + 8, start - 4 + boxLength);
}

/** Whether the box of colours names the primaries of Display P3, with a transfer of standard range. libheif does not convert them. */
function isDisplayP3(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const start = bytes.indexOf('colrnclx');
  if (start < 0 || start + 12 > bytes.length) return false;
  const [primaries, transfer] = [bytes.readUInt16BE(start + 8), bytes.readUInt16BE(start + 10)];
  return P3_PRIMARIES.has(primaries) && !HDR_TRANSFERS.has(transfer);
}

let displayP3: Uint8Array | null = null;

/** The profile that comes with the image library. */
async function readDisplayP3(): Promise<Uint8Array | null> {
  if (displayP3 === null) {
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } });
    const { icc = null } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
    displayP3 = icc;
  }
  return displayP3;
}

/** Adds the profile that the colours of a PNG are of: sharp cannot. */
function withProfile(png: Uint8Array, profile: Uint8Array): Uint8Array {
  const chunk = Buffer.concat([Buffer.from('iCCPHEIC\0\0', 'latin1'), deflateSync(profile)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  checksum.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), length, chunk, checksum, png.subarray(PNG_HEADER_BYTES)]);
}

function decode(file: Uint8Array, maxPixels: number): Channel | 'too many' | null {
  try {
    const heif = instantiate();
    const context = heif.heif_context_alloc();
    if (heif.heif_context_read_from_memory(context, file).code !== heif.heif_error_code.heif_error_Ok) return null;
    const image = heif.heif_js_context_get_primary_image_handle(context);
    if (image.code !== undefined) return null;
    if (heif.heif_image_handle_get_width(image) * heif.heif_image_handle_get_height(image) > maxPixels)
      return 'too many';
    const { channels = [] } = heif.heif_js_decode_image2(
      image,
      heif.heif_colorspace.heif_colorspace_RGB,
      heif.heif_chroma.heif_chroma_interleaved_RGBA,
    );
    return channels[0] ?? null;
  } catch {
    // The library aborts on hostile files, and where its memory ends.
    return null;
  }
}

/** Makes a new instance for each file, so that a hostile one finds nothing of another and leaves nothing behind. */
function instantiate(): Libheif {
  compiled ??= new WebAssembly.Module(readFileSync(requireHere.resolve('libheif-js/libheif-wasm/libheif.wasm')));
  const code = compiled;
  return createLibheif({
    instantiateWasm: (imports: object, onReady: (instance: Instance) => unknown) => {
      const instance = new WebAssembly.Instance(code, imports);
      for (const value of Object.values(instance.exports)) if (value instanceof WebAssembly.Memory) limitMemory(value);
      return onReady(instance);
    },
    // It writes what it thinks of a file.
    print: () => undefined,
    printErr: () => undefined,
  });
}

/** The limits of a thread do not count the memory of WebAssembly. */
function limitMemory(memory: Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * PAGE_BYTES > MAX_MEMORY_BYTES) throw new RangeError('Out of memory.');
    return grow(pages);
  };
}
