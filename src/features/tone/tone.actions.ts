import type { Actor } from '#access/actor.ts';
import { replaceMentionsWithNames } from '#features/account';
import { recordFailedText, recordTextUsage, spendAiCall } from '#features/usage';
import { codeOf } from '#platform/errors.ts';
import { startOf } from '#platform/text/text.ts';
import type { ToneDeps } from './deps.ts';
import { type TextToAnalyze, ToneAnalysis, toneErrors } from './tone.schema.ts';

/** A user waits for the analysis. */
const TIMEOUT_MS = 5_000;

/** The maximum length in UTF-16 units. The start of a text is enough for its tone. The rest would only add cost. */
const MAX_TEXT_LENGTH = 20_000;

const INSTRUCTIONS = `You read a journal entry and name the emotional tones it shows.
primaryTone is the strongest tone; tones lists up to five, strongest first, each with a score from 0 to 1.
sentiment is positive, negative, neutral, or mixed where both are strong.
confidence, from 0 to 1, says how clearly the text shows its primary tone; a text without emotion deserves a low one.`;

/**
 * Analyzes the tones of a text. The provider receives names in place of mentions.
 * @param entryId The entry that the usage is recorded for; null for none.
 */
export async function analyzeTone(
  deps: ToneDeps,
  { userId }: Actor,
  text: TextToAnalyze,
  entryId: string | null = null,
): Promise<ToneAnalysis> {
  if (text.content.trim() === '') throw toneErrors.contentEmpty();
  if (deps.ai.isConfigured) await spendAiCall(deps, userId);
  const fullText = text.title ? `${text.title}\n\n${text.content}` : text.content;
  const purpose = { userId, type: 'tone_analysis', referenceId: entryId } as const;
  const request = {
    name: 'tone_analysis',
    schema: ToneAnalysis,
    instructions: INSTRUCTIONS,
    text: startOf(replaceMentionsWithNames(fullText), MAX_TEXT_LENGTH),
    timeoutMs: TIMEOUT_MS,
  };
  try {
    const { object, usage } = await deps.ai.generateObject(request);
    await recordTextUsage(deps, { ...purpose, ...usage });
    return object;
  } catch (error) {
    await recordFailedText(deps, purpose, error);
    throw error;
  }
}

/** Analyzes the content of an entry. Returns null for an empty content, without a provider and after a failure, which is logged. */
export async function detectTone(
  deps: ToneDeps,
  actor: Actor,
  content: string,
  entryId: string,
): Promise<ToneAnalysis | null> {
  if (!deps.ai.isConfigured || content.trim() === '') return null;
  try {
    return await analyzeTone(deps, actor, { content }, entryId);
  } catch (error) {
    const code = codeOf(error) ?? 'unexpected';
    deps.log.warn(
      { event: 'tone.detection-failed', user_id: actor.userId, code },
      'could not detect the tone of an entry',
    );
    return null;
  }
}
