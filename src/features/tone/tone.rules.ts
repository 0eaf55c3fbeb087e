/** An analysis sets the mood of an entry only above this confidence. */
const CONFIDENCE_THRESHOLD = 0.5;

/** Decides the mood of an entry from an analysis. Null if its confidence is too low. */
export function decideMood(analysis: { primaryTone: string; confidence: number }): string | null {
  return analysis.confidence > CONFIDENCE_THRESHOLD ? analysis.primaryTone : null;
}
