/** A page of a list holds about this much text at most, in bytes; the record that crosses the line is its last. */
export const MAX_PAGE_BYTES = 5_000_000;
