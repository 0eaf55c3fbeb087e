import { LAB_WORLDS } from './lab.worlds.ts';
import { WALKING_WORLDS } from './walking.worlds.ts';
import type { Worlds } from './world.ts';
import { WRITING_WORLDS } from './writing.worlds.ts';

/** A world for each job. */
export const WORLDS: Worlds = { ...WALKING_WORLDS, ...WRITING_WORLDS, ...LAB_WORLDS };
