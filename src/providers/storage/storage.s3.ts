import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { readBodyAtMost } from '#platform/outbound/bounded-body.ts';
import { type CallWatch, watchCall } from '#platform/outbound/call-watch.ts';
import { typeOfKey } from './storage.key.ts';
import type { ByteStore, StorageSettings } from './storage.ts';

const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Of a connection of a stream, which has no other timeout. */
const IDLE_TIMEOUT_MS = 60_000;

/** One part of an upload is in memory. With at most 10,000 parts, a file has at most 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Twice the limit of an upload. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Stores files in a bucket of any S3-compatible server. The bucket can be private: only Meadow reads it. */
export function createS3Storage(settings: Extract<StorageSettings, { kind: 's3' }>, watch?: CallWatch): ByteStore {
  const { bucket, region, endpoint, credentials, timeoutMs = TIMEOUT_MS } = settings;
  const client = new S3Client({
    region,
    // Few servers apart from AWS support a host name for each bucket or the newer checksums.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(credentials !== null && { credentials }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });
  const host = endpoint === null ? `s3.${region}.amazonaws.com` : new URL(endpoint).host;
  // Here all commands pass, those of an upload in parts as well. That a file does not exist is a valid response.
  client.middlewareStack.add(
    (next) => (command) =>
      watchCall(watch, host, () =>
        next(command).catch((error) => (error instanceof NoSuchKey ? { error } : Promise.reject(error))),
      ).then((response) => ('error' in response ? Promise.reject(response.error) : response)),
    { step: 'initialize', name: 'watch' },
  );

  return {
    put: async (key, bytes) => {
      const file = { Bucket: bucket, Key: key, Body: bytes, ContentType: typeOfKey(key) };
      await client.send(new PutObjectCommand(file), { abortSignal: AbortSignal.timeout(timeoutMs) });
    },
    putStream: async (key, chunks) => {
      const params = { Bucket: bucket, Key: key, Body: Readable.from(chunks), ContentType: typeOfKey(key) };
      // Without `leavePartsOnError` a failed upload leaves nothing.
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 1 }).done();
    },
    open: async (key) => {
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), timeoutMs);
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: key });
        const { Body, ContentLength = 0 } = await client.send(command, { abortSignal: timeout.signal });
        return { stream: Body as Readable, sizeBytes: ContentLength };
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    read: async (key) => {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
        // The SDK ignores the signal once the response has begun.
        const body = await readBodyAtMost(new Response(Body?.transformToWebStream()), MAX_FILE_BYTES, abortSignal);
        return new Uint8Array(await body.arrayBuffer());
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    delete: async (key) => {
      const file = new DeleteObjectCommand({ Bucket: bucket, Key: key });
      await client.send(file, { abortSignal: AbortSignal.timeout(timeoutMs) });
    },
    list: async function* () {
      let token: string | undefined;
      do {
        const page = new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token });
        const response = await client.send(page, { abortSignal: AbortSignal.timeout(timeoutMs) });
        for (const { Key: key, LastModified: modifiedAt } of response.Contents ?? []) {
          if (key !== undefined && modifiedAt !== undefined) yield { key, modifiedAt };
        }
        token = response.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}
