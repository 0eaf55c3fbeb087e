import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Routes } from '../guarded-routes.ts';
import { refuseUnstorableText } from '../json-body.ts';
import type { HttpScope } from '../scope.ts';
import { validatorCompiler } from '../validation/validation.ts';
import { refusalOfUpload, uploadErrors } from './upload.errors.ts';
import { type ReceivedFile, receiveFile } from './upload.file.ts';

/** A file as a handler gets it: read on demand, gone after the request. */
export type UploadedFile = Pick<ReceivedFile, 'byteLength' | 'sha256' | 'read'>;

/** A file that is too large to be read at once. */
export type LargeUploadedFile = Omit<ReceivedFile, 'read' | 'release'>;

/** The file in the schema of a body. Its declared name and type are ignored. */
export const FileInBody = Type.Unsafe<UploadedFile>({ type: 'string', format: 'binary' });
export const LargeFileInBody = Type.Unsafe<LargeUploadedFile>({ type: 'string', format: 'binary' });

export type UploadSettings = {
  /** The name of the file field. */
  field: string;
  maxBytes: number;
  /** Where the file is stored during its request. */
  folder: string;
};

/** Limits of the other fields. Numbers arrive as text. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4_000;

/** A body this many times too large, by its Content-Length, is not read. */
const MAX_DRAIN_FACTOR = 5;

/**
 * Opens a scope whose routes accept a form with one file (multipart/form-data). The body of a request is an object of the
 * file and the other fields, validated against the schema of the route.
 */
export function openUploads(scope: HttpScope, settings: UploadSettings, routes: Routes): void {
  scope.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    await uploads.register(multipart, {
      limits: {
        fileSize: settings.maxBytes,
        files: 1,
        fields: MAX_FIELDS,
        parts: MAX_FIELDS + 1,
        fieldNameSize: 100,
        fieldSize: MAX_FIELD_BYTES,
        headerPairs: 20,
      },
    });
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(uploadErrors.wrongType()));
    uploads.setValidatorCompiler(validatorOfForms);
    uploads.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, consumes: ['multipart/form-data'] };
    });
    uploads.addHook('preValidation', async (request, reply) => {
      request.body = await readForm(request, reply, settings);
    });
    routes(uploads);
  });
}

async function readForm(request: FastifyRequest, reply: FastifyReply, settings: UploadSettings): Promise<object> {
  if (!request.isMultipart()) throw uploadErrors.fileMissing();
  if (Number(request.headers['content-length']) > settings.maxBytes * MAX_DRAIN_FACTOR) {
    reply.header('connection', 'close');
    throw uploadErrors.tooLarge();
  }
  const { file, fields } = await readParts(request, reply, settings);
  if (file === null) throw uploadErrors.fileMissing();
  refuseUnstorableText(fields);
  return { ...fields, [settings.field]: file };
}

async function readParts(request: FastifyRequest, reply: FastifyReply, { field, folder }: UploadSettings) {
  const fields: Record<string, string> = {};
  let file: ReceivedFile | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value !== 'string' || part.valueTruncated) throw uploadErrors.fieldsInvalid();
        fields[part.fieldname] = part.value;
      } else if (part.fieldname === field) {
        file = await receiveFile(part.file, folder);
        releaseAfter(request, reply, file);
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    // The client reads the response only after it has sent the whole form.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOfUpload(error);
  }
  return { file, fields };
}

function releaseAfter(request: FastifyRequest, reply: FastifyReply, file: ReceivedFile): void {
  const release = () => {
    file
      .release()
      .catch((error) => request.log.warn({ event: 'upload.not-released', code: error.code }, 'upload not released'));
  };
  // The client may have disconnected while the end was written.
  if (reply.raw.destroyed) release();
  // A complete response emits `finish` first; an aborted one only `close`.
  else reply.raw.once('finish', release).once('close', release);
}

/** The usual validator, without the check of file properties. */
const validatorOfForms: FastifySchemaCompiler<TSchema> = (route) =>
  route.httpPart === 'body'
    ? validatorCompiler({ ...route, schema: withoutFiles(route.schema) })
    : validatorCompiler(route);

function withoutFiles(schema: TSchema): TSchema {
  const properties = Object.entries((schema as { properties?: Record<string, TSchema> }).properties ?? {});
  const checked = properties.map(([name, property]) => [
    name,
    'format' in property && property.format === 'binary' ? {} : property,
  ]);
  return { ...schema, properties: Object.fromEntries(checked) };
}
