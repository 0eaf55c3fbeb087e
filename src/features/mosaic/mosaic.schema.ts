import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { CalendarDate, Nullable, Picture, Uuid } from '#platform/http/shapes.ts';

const Pixels = Type.Integer({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });

const Section = Type.Object(
  {
    userId: Uuid,
    userName: Type.String({ description: '`Former member` for inactive users, `Deleted user` for deleted ones.' }),
    status: Type.Enum(['completed', 'failed', 'pending']),
    coordinates: Type.Object(
      { x: Pixels, y: Pixels, width: Pixels, height: Pixels },
      { description: 'Pixels of the image, which is 1,200 wide. (0, 0) is its upper left corner.' },
    ),
    teamColor: Type.Enum(['red', 'blue']),
    isAi: Type.Boolean(),
  },
  { title: 'MosaicSection' },
);

export const ImageUrl = Nullable(Type.String({ description: 'A public PNG. Null until the mosaic is generated.' }));

const MosaicImages = Type.Object(
  {
    thumbnail: Picture,
    medium: Picture,
    full: Picture,
    portrait: Picture,
    card: Picture,
  },
  {
    title: 'MosaicImages',
    description:
      'Public images: WebP of 600 and 1,200 pixels width, the PNG of `imageUrl`, a WebP for the screen of a phone (1,080 by 1,920), and a PNG for the preview of a link (1,200 by 630). The last two show an even sample of large crowds.',
  },
);
export type MosaicImages = Static<typeof MosaicImages>;

export const Images = Nullable(MosaicImages, {
  description: 'Null until the mosaic is generated, and while they are made for an older mosaic.',
});

const TilePhoto = Type.Object({ userId: Uuid, thumbnail: Picture }, { title: 'MosaicPhoto' });

export const Provisional = Type.Boolean({
  description: 'True until the date has ended in all time zones, at 12:00 UTC of the next day.',
});

/** The number of tiles. */
export const TotalParticipants = Count;

const Mosaic = Type.Object(
  {
    imageUrl: ImageUrl,
    images: Images,
    date: CalendarDate,
    provisional: Provisional,
    photos: Type.Array(TilePhoto, {
      description:
        'Photos of users with a completed tile who show theirs in mosaics (preference `mosaic_photo`). Empty if the tiles are too small for photos, in mosaics of about 1,000 users and more.',
    }),
    sections: Type.Array(Section, { description: 'Row by row, from the left.' }),
    stats: Type.Object({ totalParticipants: TotalParticipants, completed: Count, failed: Count, pending: Count }),
  },
  { title: 'Mosaic' },
);

export const MosaicBody = Type.Object({ mosaic: Mosaic }, { title: 'MosaicBody' });

export const GeneratedMosaicBody = Type.Object(
  { mosaic: Mosaic, success: Type.Boolean(), message: Type.String() },
  { title: 'GeneratedMosaicBody' },
);

/** `MosaicBody` that is already serialized: serializing 100,000 tiles for each request would block the event loop. */
export const WrittenMosaicBody = Type.Unsafe<Uint8Array>(MosaicBody);
export const WrittenGeneratedMosaicBody = Type.Unsafe<string>(GeneratedMosaicBody);

export const mosaicErrors = declareErrors({
  dateNotBegun: {
    status: 400,
    code: 'mosaic.date-not-begun',
    message: 'This date has not begun in any time zone. Send today or an earlier date.',
  },
});
