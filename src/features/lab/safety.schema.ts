import Type, { type Static } from 'typebox';
import { GradeBand, SafetyLevel } from './template.schema.ts';

export const Promotion = Type.Object({ min_grade_band: GradeBand });
export type Promotion = Static<typeof Promotion>;

export const SafetyChange = Type.Object({ safety_level: SafetyLevel });
export type SafetyChange = Static<typeof SafetyChange>;
