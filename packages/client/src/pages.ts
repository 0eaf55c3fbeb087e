type Page = { next_cursor: string | null };
type GetPage<Of extends Page> = (query: { cursor?: string }) => Promise<Of>;

/** Pages of a list, from the first to the last. `getPage` sends the query that it gets. */
export async function* pagesOf<Of extends Page>(getPage: GetPage<Of>): AsyncGenerator<Of, void, undefined> {
  let cursor: string | null = null;
  do {
    const page: Of = await getPage(cursor === null ? {} : { cursor });
    yield page;
    cursor = page.next_cursor;
  } while (cursor !== null);
}

/** Records of a list, page by page. `name` is the key of the records in a page. */
export async function* recordsOf<Name extends string, Of extends Page & Record<Name, unknown[]>>(
  name: Name,
  getPage: GetPage<Of>,
): AsyncGenerator<Awaited<Of[Name][number]>, void, undefined> {
  for await (const page of pagesOf(getPage)) yield* page[name] as Awaited<Of[Name][number]>[];
}
