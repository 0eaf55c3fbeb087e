export { generateBackgroundImage } from './background-image.actions.ts';
export { decideImageMood, findTone, type ImageMood } from './background-image.rules.ts';
export type { ToneDeps } from './deps.ts';
export { analyzeTone, detectTone } from './tone.actions.ts';
export { decideMood } from './tone.rules.ts';
export { TONES, Tone, ToneAnalysis } from './tone.schema.ts';
