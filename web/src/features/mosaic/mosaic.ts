import type { components } from '@meadow/client';

export type Mosaic = components['schemas']['Mosaic'];
export type Section = components['schemas']['MosaicSection'];
export type Team = Section['teamColor'];
export type TileState = Section['status'];

/** What is drawn of a user. The order is that of the server: by row, so that each team keeps its order in any grid. */
export type Tile = Pick<Section, 'userId' | 'userName' | 'isAi' | 'teamColor' | 'status'>;
