import type { ReactNode } from 'react';
import { Cluster } from './row.tsx';

/** The buttons at the end of a form or dialog. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <Cluster gap={3} align="center" above={5}>
      {children}
    </Cluster>
  );
}
