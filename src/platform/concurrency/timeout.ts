/**
 * What the work comes to; undefined where that takes longer than the limit. Throws what the work throws until then. Work that is
 * late goes on, and nobody hears of its end.
 */
export async function withTimeout<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
