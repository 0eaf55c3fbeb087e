import Type from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { CalendarDate, Nullable, Uuid } from '../../platform/http/shapes.ts';

const Pixels = Type.Integer({ minimum: 0 });
const Count = Type.Integer({ minimum: 0 });

const Section = Type.Object(
  {
    userId: Uuid,
    userName: Type.String({ description: 'Of somebody who is blocked or gone, it says nothing.' }),
    status: Type.Enum(['completed', 'failed', 'pending']),
    coordinates: Type.Object(
      { x: Pixels, y: Pixels, width: Pixels, height: Pixels },
      { description: 'Where the tile is in the picture, on a grid 1,200 wide, from its upper left corner.' },
    ),
    teamColor: Type.Enum(['red', 'blue']),
    isAi: Type.Boolean(),
  },
  { title: 'MosaicSection' },
);

const Mosaic = Type.Object(
  {
    imageUrl: Nullable(
      Type.String({ description: 'A PNG that whoever has the address may see; null while none has been drawn.' }),
    ),
    date: CalendarDate,
    provisional: Type.Boolean({
      description: 'True until the date has ended everywhere, at 12:00 UTC of the next day.',
    }),
    sections: Type.Array(Section, { description: 'Row by row, from the left.' }),
    stats: Type.Object({ totalParticipants: Count, completed: Count, failed: Count, pending: Count }),
  },
  { title: 'Mosaic' },
);

export const MosaicBody = Type.Object({ mosaic: Mosaic }, { title: 'MosaicBody' });

export const GeneratedMosaicBody = Type.Object(
  { mosaic: Mosaic, success: Type.Boolean(), message: Type.String() },
  { title: 'GeneratedMosaicBody' },
);

/** The same, written as JSON already: to write a hundred thousand tiles anew for each request would hold up all others. */
export const WrittenMosaicBody = Type.Unsafe<Uint8Array>(MosaicBody);
export const WrittenGeneratedMosaicBody = Type.Unsafe<string>(GeneratedMosaicBody);

export const mosaicErrors = declareErrors({
  dateNotBegun: {
    status: 400,
    code: 'mosaic.date-not-begun',
    message: 'This date has not begun anywhere yet. Send today, or a date before it.',
  },
});
