export { detectTone, type ToneDeps } from './tone.actions.ts';
export { moodOf } from './tone.rules.ts';
export { TONES, Tone, ToneAnalysis } from './tone.schema.ts';
