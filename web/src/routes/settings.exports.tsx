import { createFileRoute, redirect } from '@tanstack/react-router';

/** The path that emails about a finished export name, for years. */
export const Route = createFileRoute('/settings/exports')({
  beforeLoad: () => {
    throw redirect({ to: '/me/export', replace: true });
  },
});
