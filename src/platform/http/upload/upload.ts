import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import Type, { type TSchema } from 'typebox';
import type { Routes } from '../guarded-routes.ts';
import { refuseUnstorableText } from '../json-body.ts';
import type { HttpScope } from '../scope.ts';
import { validatorCompiler } from '../validation/validation.ts';
import { refusalOfUpload, uploadErrors } from './upload.errors.ts';
import { type ReceivedFile, receiveFile } from './upload.file.ts';

/** What a handler gets of a file: it is read when somebody asks for it, and gone once the request is answered. */
export type UploadedFile = Pick<ReceivedFile, 'byteLength' | 'sha256' | 'read'>;

/** The file in the schema of a body. What it says about itself, as its name and type, is not looked at. */
export const FileInBody = Type.Unsafe<UploadedFile>({ type: 'string', format: 'binary' });

export type UploadSettings = {
  /** The name of the field that holds the file. */
  field: string;
  maxBytes: number;
  /** Where the file is while its request is under way. */
  folder: string;
};

/** What else a form may hold. Numbers come as text, as everything in a form does. */
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 4_000;

/** A body that says it is so much larger than it may be is not read to its end. */
const HOPELESSLY_LARGE = 5;

/**
 * Opens a scope whose routes take a form with one file (multipart/form-data) and nothing else. The body of a request is then
 * an object of the file and the texts beside it, held against the schema of the route as every body is.
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
  if (Number(request.headers['content-length']) > settings.maxBytes * HOPELESSLY_LARGE) {
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
    // The client goes on sending, and reads the answer only then.
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOfUpload(error);
  }
  return { file, fields };
}

function releaseAfter(request: FastifyRequest, reply: FastifyReply, file: ReceivedFile): void {
  const release = () => {
    file.release().catch((error) => request.log.warn({ code: error.code }, 'an upload could not be let go'));
  };
  // Whoever hangs up while the last of it is written has been forgotten already.
  if (reply.raw.destroyed) release();
  // An answer ends with the first of these; one that the client gave up on ends with the second alone.
  else reply.raw.once('finish', release).once('close', release);
}

/** As everywhere, but that what is described as the bytes of a file is one. */
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
