import {
  generateText,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import type { Static, TSchema } from 'typebox';
import { AiFailureError } from './ai.failure.ts';
import { promptFor } from './ai.prompt.ts';
import { closedJsonSchema, fittingObject } from './ai.schema.ts';
import type { AiObjectAnswer, AiObjectRequest, AiUsage } from './ai.ts';

/** Asks a text model once. Throws errors of the SDK, and `AiFailureError`. */
export async function askForObject<Schema extends TSchema>(
  model: LanguageModel,
  modelName: string,
  request: AiObjectRequest<Schema>,
  abortSignal: AbortSignal,
): Promise<AiObjectAnswer<Schema>> {
  const prompt = promptFor(request.instructions, request.text);
  const schema = jsonSchema<Static<Schema>>(closedJsonSchema(request.schema), {
    validate: (value) => {
      const object = fittingObject(request.schema, value);
      return object === undefined
        ? { success: false, error: new Error('The answer does not fit the schema.') }
        : { success: true, value: object };
    },
  });
  let used: LanguageModelUsage | undefined;
  try {
    const result = await generateText({
      model,
      system: prompt.system,
      prompt: prompt.user,
      output: Output.object({ name: request.name, schema }),
      maxRetries: 0,
      abortSignal,
    });
    used = result.usage;
    return { object: result.output, usage: usageOf(modelName, used) };
  } catch (error) {
    const billed = NoObjectGeneratedError.isInstance(error) ? error.usage : used;
    throw billed === undefined ? error : new AiFailureError({ reason: 'not-of-the-shape' }, usageOf(modelName, billed));
  }
}

function usageOf(model: string, usage: LanguageModelUsage): AiUsage {
  return { model, inputTokens: tokenCount(usage.inputTokens), outputTokens: tokenCount(usage.outputTokens) };
}

/** What a provider reports is not to be trusted with the books: anything but a whole number of tokens counts as 0. */
function tokenCount(reported: number | undefined): number {
  return reported !== undefined && Number.isSafeInteger(reported) && reported > 0 ? reported : 0;
}
