import Type, { type Static } from 'typebox';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { CalendarDate } from '#platform/http/shapes.ts';
import { Images, ImageUrl, Provisional, TotalParticipants } from './mosaic.schema.ts';

/** Tiles of dates without a final mosaic are counted, so a page is shorter than those of other lists. */
export const MAX_DATES = 100;

export const MosaicListQuery = Type.Object({
  ...PageQuery.properties,
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_DATES, description: `Dates in a page; ${MAX_DATES} where not given.` }),
  ),
});
export type MosaicListQuery = Static<typeof MosaicListQuery>;

const MosaicSummary = Type.Object(
  {
    date: CalendarDate,
    imageUrl: ImageUrl,
    images: Images,
    provisional: Provisional,
    totalParticipants: TotalParticipants,
    hasOwnTile: Type.Boolean({ description: 'Whether you are in a chain on this date.' }),
  },
  { title: 'MosaicSummary' },
);
export type MosaicSummary = Static<typeof MosaicSummary>;

export const MosaicList = listSchema('mosaics', MosaicSummary);
export type MosaicList = { mosaics: MosaicSummary[]; next_cursor: string | null };
