import { useSuspenseQuery } from '@tanstack/react-query';
import { configQuery } from './api/queries.ts';

/** What this server is configured with. Its loader has asked for it. */
export function useConfig() {
  return useSuspenseQuery(configQuery).data;
}
