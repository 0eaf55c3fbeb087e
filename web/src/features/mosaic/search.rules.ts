/** What the address says beside the date: the open tile, and whether the tiles are a list. */
export type MosaicSearch = { tile?: string; view?: 'list' };

/** Reads the parameters of an address. What is none of them is left out. */
export function searchOf({ tile, view }: Record<string, unknown>): MosaicSearch {
  return {
    ...(typeof tile === 'string' && tile !== '' && { tile }),
    ...(view === 'list' && { view }),
  };
}
