import { useMediaQuery } from '@mantine/hooks';

/** Whether list and reading pane stand beside each other. */
export function useIsDesk(): boolean {
  return useMediaQuery('(min-width: 1000px)', undefined, { getInitialValueInEffect: false });
}
