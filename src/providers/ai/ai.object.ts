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
import { createPrompt } from './ai.prompt.ts';
import { closedJsonSchema, fittingObject } from './ai.schema.ts';
import type { AiObjectRequest, AiObjectResult, AiUsage } from './ai.ts';

/** Calls a text model once. Rejects with errors of the SDK or with `AiFailureError`. */
export async function generateObject<Schema extends TSchema>(
  model: LanguageModel,
  modelName: string,
  request: AiObjectRequest<Schema>,
  abortSignal: AbortSignal,
): Promise<AiObjectResult<Schema>> {
  const prompt = createPrompt(request.instructions, request.text);
  const schema = jsonSchema<Static<Schema>>(closedJsonSchema(request.schema), {
    validate: (value) => {
      const object = fittingObject(request.schema, value);
      return object === undefined
        ? { success: false, error: new Error('The response does not fit the schema.') }
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

/** Providers report invalid numbers too. They count as 0. */
function tokenCount(reported: number | undefined): number {
  return reported !== undefined && Number.isSafeInteger(reported) && reported > 0 ? reported : 0;
}
