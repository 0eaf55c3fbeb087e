import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { TSchema } from 'typebox';

type Compilers = ReturnType<typeof SerializerSelector>;
type Serializer = ReturnType<ReturnType<Compilers>>;

const compilersOf = SerializerSelector();
/** Many routes respond with one shape, that of an error above all: each is compiled once in this process. */
const serializers = new WeakMap<TSchema, Serializer>();

/**
 * What turns responses into JSON, by the shapes that routes declare: the framework's own, which would compile for each route anew, at
 * the start. All shapes are a third of a second; each is compiled for the first response that has it.
 */
export const buildSerializer: Compilers = (sharedSchemas, options) => {
  const compile = compilersOf(sharedSchemas, options);
  return (route) => {
    const schema = route.schema as TSchema;
    let serializer: Serializer | undefined;
    return (response) => {
      serializer ??= serializerOf(schema, () => compile(route));
      return serializer(response);
    };
  };
};

function serializerOf(schema: TSchema, compile: () => Serializer): Serializer {
  const serializer = serializers.get(schema) ?? compile();
  serializers.set(schema, serializer);
  return serializer;
}
