import { defineFeature } from '../../access/feature.ts';

export const event = defineFeature({});
