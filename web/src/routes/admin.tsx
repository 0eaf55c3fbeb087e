import { createFileRoute, Outlet } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { AdminFrame } from '../features/operations/components/admin-frame.tsx';

export const Route = createFileRoute('/admin')({
  loader: () => loadTexts('operations', currentLanguage()),
  component: () => (
    <Texts of="operations">
      <AdminFrame>
        <Outlet />
      </AdminFrame>
    </Texts>
  ),
});
