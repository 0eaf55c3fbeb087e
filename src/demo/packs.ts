import type { Deps } from '#app/deps.ts';
import type { Tone } from '#features/tone';
import { generateImages } from '../features/tone-pack/generation/generation.actions.ts';
import { createPack } from '../features/tone-pack/pack/pack.actions.ts';
import type { NewTonePack } from '../features/tone-pack/pack/pack.schema.ts';
import { purchasePack } from '../features/tone-pack/purchase/purchase.actions.ts';
import { type Member, memberNamed } from './sample-deps.ts';

const PACKS = [
  {
    owner: 'Chloe',
    name: 'Paper boats',
    description: 'Hills and water, folded by hand.',
    theme: 'origami',
    price_drops: 20,
    tones: ['joyful', 'calm', 'hopeful', 'tired'],
    buyers: ['Ada', 'Kira', 'Hana', 'Yara', 'Sora'],
  },
  {
    owner: 'Yuki',
    name: 'Ink',
    description: 'Four moods and a brush, free for all.',
    theme: 'watercolor',
    price_drops: 0,
    tones: ['peaceful', 'contemplative'],
    buyers: [],
  },
] as const satisfies readonly (Omit<NewTonePack, 'is_public'> & { tones: readonly Tone[]; [key: string]: unknown })[];

/** Makes two tone packs with images of the sandbox, one to be bought with drops and one for all, and sells some. */
export async function sellPacks(deps: Deps, members: readonly Member[]): Promise<void> {
  for (const { owner, tones, buyers, ...pack } of PACKS) {
    const { actor } = memberNamed(members, owner);
    const { id } = await createPack(deps, actor, { ...pack, is_public: true });
    await generateImages(deps, actor, id, { tones: [...tones] });
    for (const buyer of buyers) await purchasePack(deps, memberNamed(members, buyer).actor, id, {});
  }
}
