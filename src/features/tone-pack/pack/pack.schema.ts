import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { Nullable, Picture, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Theme = Type.Enum(
  [
    'origami',
    'animals',
    'nature',
    'abstract',
    'geometric',
    'minimalist',
    'watercolor',
    'line-art',
    'icons',
    'emojis',
    'shapes',
    'patterns',
  ],
  { title: 'TonePackTheme' },
);
export type Theme = Static<typeof Theme>;

const Access = Type.Enum(['own', 'shared', 'purchased', 'free', 'for_sale'], {
  title: 'TonePackAccess',
  description: 'Your access to the pack. You can use it unless it is `for_sale`: then buy it first.',
});
export type Access = Static<typeof Access>;

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Description = Type.String({ maxLength: 1_000 });
const IsPublic = Type.Boolean({ description: 'Whether all users can see the pack, and use or buy it.' });
const Price = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'In drops; 0 for a free pack.' });

export const TonePack = Type.Object(
  {
    id: Uuid,
    owner_id: Nullable(Uuid),
    owner: Nullable(UserSummary, { description: 'null if the owner is deleted or deactivated.' }),
    name: Name,
    description: Description,
    theme: Theme,
    is_public: IsPublic,
    price_drops: Price,
    access: Access,
    image_count: Type.Integer({ minimum: 0 }),
    cover_url: Nullable(Type.String(), {
      description: 'The first image of the pack, as the thumbnail if the pack is `for_sale`; null without images.',
    }),
    cover: Nullable(Picture, { description: 'The thumbnail of the first image, a WebP; null without images.' }),
    bought_count: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'How many users bought the pack; null unless it is yours.',
    }),
    unlisted_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'TonePack' },
);
export type TonePack = Static<typeof TonePack>;

export const TonePackBody = Type.Object({ pack: TonePack }, { title: 'TonePackBody' });

/** A pack is only in the first of these lists that it belongs to. */
export const TonePackLists = Type.Object(
  {
    own: Type.Array(TonePack),
    shared: Type.Array(TonePack),
    public: Type.Array(TonePack),
    purchased: Type.Array(TonePack),
    next_cursor: Nullable(Type.String({ description: 'The cursor of the next page of public packs.' })),
  },
  { title: 'TonePackLists' },
);
export type TonePackLists = Static<typeof TonePackLists>;

export const NewTonePack = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    theme: Theme,
    is_public: Type.Optional(IsPublic),
    price_drops: Type.Optional(Price),
  },
  { title: 'NewTonePack' },
);
export type NewTonePack = Static<typeof NewTonePack>;

export const TonePackChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    theme: Type.Optional(Theme),
    is_public: Type.Optional(IsPublic),
    price_drops: Type.Optional(Price),
  },
  { title: 'TonePackChange' },
);
export type TonePackChange = Static<typeof TonePackChange>;

export const tonePackErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'tone-pack.not-found',
    message: 'There is no such tone pack, or you cannot see it. See GET /api/tone-packs.',
  },
  notOwner: { status: 403, code: 'tone-pack.not-owner', message: 'Only the owner of a tone pack can do this.' },
  tooMany: {
    status: 400,
    code: 'tone-pack.too-many',
    message: 'You have reached the limit of 500 tone packs. Delete one to create another.',
  },
});
