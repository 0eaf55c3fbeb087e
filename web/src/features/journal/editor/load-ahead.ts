import { useEffect } from 'react';

const load = () =>
  Promise.all([
    import('./photos/photo-tile.tsx'),
    import('./summary-sheet.tsx'),
    import('./editor-menu.tsx'),
    import('./preview.tsx'),
    import('./html-to-markdown.ts'),
    import('../../../shared/ui/confirm.tsx'),
  ]);

/** Loads what writing may need later, once the editor is there: a connection that is lost meanwhile must not matter. */
export function useLoadAhead(): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
}
