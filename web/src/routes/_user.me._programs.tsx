import { createFileRoute, Outlet } from '@tanstack/react-router';
import { currentLanguage } from '../app/language.ts';
import { loadTexts, Texts } from '../app/texts.tsx';
import { ListSkeleton } from '../shared/ui/list-skeleton.tsx';

/** The screens of programs. Their texts come with them. */
export const Route = createFileRoute('/_user/me/_programs')({
  loader: () => loadTexts('programs', currentLanguage()),
  pendingComponent: ListSkeleton,
  component: Programs,
});

function Programs() {
  return (
    <Texts of="programs">
      <Outlet />
    </Texts>
  );
}
