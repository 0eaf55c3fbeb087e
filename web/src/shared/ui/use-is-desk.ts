import { useMediaQuery } from '@mantine/hooks';

const DESK = '(min-width: 1000px)';

/** Whether list and reading pane stand beside each other. */
export function useIsDesk(): boolean {
  return useMediaQuery(DESK, undefined, { getInitialValueInEffect: false });
}

/** The same, once: for loaders. */
export const isDesk = (): boolean => matchMedia(DESK).matches;
