import type { Actor } from '../../access/actor.ts';
import { codeOf } from '../../platform/errors.ts';
import { startOf } from '../../platform/text/text.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import { withNamesAlone } from '../account/index.ts';
import { recordFailedText, recordTextUsage, spendAiCall, type UsageDeps } from '../usage/index.ts';
import { type TextToAnalyze, ToneAnalysis, toneErrors } from './tone.schema.ts';

export type ToneDeps = UsageDeps & { ai: Ai };

/** How long a person waits for an analysis at most. */
const TIMEOUT_MS = 5_000;

/** The beginning of a text shows its tone; the rest would only cost. In UTF-16 units. */
const MAX_TEXT_LENGTH = 20_000;

const INSTRUCTIONS = `You read a journal entry and name the emotional tones it shows.
primaryTone is the strongest tone; tones lists up to five, strongest first, each with a score from 0 to 1.
sentiment is positive, negative, neutral, or mixed where both are strong.
confidence, from 0 to 1, says how clearly the text shows its primary tone; a text without emotion deserves a low one.`;

/**
 * The tones of a text, which is that of the entry with this id, or of none; of those whom it mentions, the provider learns the
 * names alone. Throws `tone.content-empty`,
 * `ai.not-configured`, `ai.daily-budget-spent`, or how the provider failed: `ai.unavailable`, `ai.timeout`, `ai.bad-answer`.
 */
export async function analyzeTone(
  deps: ToneDeps,
  { userId }: Actor,
  text: TextToAnalyze,
  entryId: string | null = null,
): Promise<ToneAnalysis> {
  if (text.content.trim() === '') throw toneErrors.contentEmpty();
  if (deps.ai.isConfigured) await spendAiCall(deps, userId);
  const analysed = text.title ? `${text.title}\n\n${text.content}` : text.content;
  const purpose = { userId, type: 'tone_analysis', referenceId: entryId } as const;
  const asked = {
    name: 'tone_analysis',
    schema: ToneAnalysis,
    instructions: INSTRUCTIONS,
    text: startOf(withNamesAlone(analysed), MAX_TEXT_LENGTH),
    timeoutMs: TIMEOUT_MS,
  };
  try {
    const { object, usage } = await deps.ai.generateObject(asked);
    await recordTextUsage(deps, { ...purpose, ...usage });
    return object;
  } catch (error) {
    await recordFailedText(deps, purpose, error);
    throw error;
  }
}

/**
 * The tones of the text of the entry with this id, or null where there is nothing to analyse, no provider, or no answer: writing a journal
 * never fails for want of a mood.
 */
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
    deps.log.warn({ user_id: actor.userId, code }, 'the tone of an entry was not detected');
    return null;
  }
}
