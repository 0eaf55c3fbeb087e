/** An analysis sets the mood of an entry only when it is surer than this. */
const CONFIDENCE_THRESHOLD = 0.5;

/** The mood that an analysis suggests, or null where it is not sure enough. */
export function moodOf(analysis: { primaryTone: string; confidence: number }): string | null {
  return analysis.confidence > CONFIDENCE_THRESHOLD ? analysis.primaryTone : null;
}
