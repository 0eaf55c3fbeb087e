import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';

/** The result of a query of the local database, again after each change of what it reads. Undefined until the first. `query` must be stable. */
export function useLive<Result>(query: () => Promise<Result>): Result | undefined {
  const [result, setResult] = useState<Result>();
  useEffect(() => {
    const subscription = liveQuery(query).subscribe(setResult);
    return () => subscription.unsubscribe();
  }, [query]);
  return result;
}
