export { type PaintingDeps, paintBackground } from './painting.actions.ts';
export { type MoodToPaint, moodToPaint, toneNamed } from './painting.rules.ts';
export { analyzeTone, detectTone } from './tone.actions.ts';
export { moodOf } from './tone.rules.ts';
export { TONES, Tone, ToneAnalysis } from './tone.schema.ts';
